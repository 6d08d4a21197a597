package dev.ordinal.cli;

import dev.ordinal.kube.ReadFault;
import dev.ordinal.kube.Reflector;
import java.util.EnumMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Tells the log of the readers' trouble. They share one server, so that what ails all of them is
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
  public synchronized void troubled(String reader, ReadFault trouble) {
    ailing.add(reader);
    told.entrySet()
        .removeIf(
            entry -> entry.getValue().reader().equals(reader) && entry.getKey() != trouble.kind());
    var before = told.get(trouble.kind());
    var now = new Told(reader, trouble.sentence());
    if (before == null || (before.reader().equals(reader) && !before.equals(now))) {
      told.put(trouble.kind(), now);
      error.accept(trouble.sentence());
    }
  }

  @Override
  public synchronized void recovered(String reader) {
    told.values().removeIf(entry -> entry.reader().equals(reader));
    ailing.remove(reader);
    if (ailing.isEmpty()) {
      news.accept("The trouble is over.");
    }
  }
}
