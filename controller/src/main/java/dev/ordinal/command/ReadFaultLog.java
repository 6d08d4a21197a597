package dev.ordinal.command;

import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import java.util.EnumMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Logs the faults of the readers. They share one server, so a fault that all of them have is
/// logged once, by the first; another reader logs it only if its own fault lasts longer.
public final class ReadFaultLog implements Reflector.Listener {
  private final Consumer<String> error;
  private final Consumer<String> info;
  private final TreeSet<String> failing = new TreeSet<>();
  private final EnumMap<ReadFault.Kind, Entry> logged = new EnumMap<>(ReadFault.Kind.class);

  private record Entry(String reader, String sentence) {}

  public ReadFaultLog(Consumer<String> error, Consumer<String> info) {
    this.error = error;
    this.info = info;
  }

  @Override
  public synchronized void failed(String reader, ReadFault trouble) {
    failing.add(reader);
    logged
        .entrySet()
        .removeIf(
            entry -> entry.getValue().reader().equals(reader) && entry.getKey() != trouble.kind());
    var before = logged.get(trouble.kind());
    var now = new Entry(reader, trouble.sentence());
    if (before == null || (before.reader().equals(reader) && !before.equals(now))) {
      logged.put(trouble.kind(), now);
      error.accept(trouble.sentence());
    }
  }

  @Override
  public synchronized void recovered(String reader) {
    logged.values().removeIf(entry -> entry.reader().equals(reader));
    failing.remove(reader);
    if (failing.isEmpty()) {
      info.accept("All objects can be read again.");
    }
  }
}
