package dev.ordinal.cli.option;

import dev.ordinal.model.SetView;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which sets a command is about.
public final class FilterOptions {
  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The sets of all namespaces.")
  private boolean isForAll;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "KEY=VALUE,…",
      description = "Only sets with these labels; a key alone asks for any value.")
  private @Nullable String selector;

  /// The only namespace to read; empty for all.
  public Optional<String> namespace(String chosen) {
    return isForAll ? Optional.empty() : Optional.of(chosen);
  }

  public boolean isForAll() {
    return isForAll;
  }

  public boolean matches(SetView set) {
    if (selector == null || selector.isEmpty()) {
      return true;
    }
    var labels = new TreeMap<>(set.meta().labels());
    for (var term : selector.split(",", -1)) {
      var pair = term.split("=", 2);
      var found = labels.get(pair[0]);
      if (found == null || (pair.length == 2 && !found.equals(pair[1]))) {
        return false;
      }
    }
    return true;
  }
}
