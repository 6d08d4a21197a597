package dev.ordinal.cli.option;

import java.util.Collections;
import java.util.Iterator;

/// Marks a parameter that names a set. Its candidates are in the cluster: the scripts that `ordinal
/// completion` prints ask for them.
public final class SetNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Collections.emptyIterator();
  }
}
