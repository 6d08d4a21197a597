package dev.ordinal.cli;

import dev.ordinal.kube.ReadFault;
import dev.ordinal.kube.Reflector;
import java.util.EnumMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Tells the log of the readers' fault. They share one server, so that what ails all of them is
/// told once, by the first; the others speak up only if theirs lasts longer.
final class ReadFaultLog implements Reflector.Listener {
  private final Consumer<String> error;
  private final Consumer<String> news;
  private final TreeSet<String> ailing = new TreeSet<>();
  private final EnumMap<ReadFault.Kind, Told> told = new EnumMap<>(ReadFault.Kind.class);

  private record Told(String reader, String sentence) {}

  ReadFaultLog(Consumer<String> error, Consumer<String> news) {
    this.error = error;
    this.news = news;
  }

  @Override
  public synchronized void failed(String reader, ReadFault fault) {
    ailing.add(reader);
    told.entrySet()
        .removeIf(
            entry -> entry.getValue().reader().equals(reader) && entry.getKey() != fault.kind());
    var before = told.get(fault.kind());
    var now = new Told(reader, fault.sentence());
    if (before == null || (before.reader().equals(reader) && !before.equals(now))) {
      told.put(fault.kind(), now);
      error.accept(fault.sentence());
    }
  }

  @Override
  public synchronized void recovered(String reader) {
    told.values().removeIf(entry -> entry.reader().equals(reader));
    ailing.remove(reader);
    if (ailing.isEmpty()) {
      news.accept("The fault is over.");
    }
  }
}
