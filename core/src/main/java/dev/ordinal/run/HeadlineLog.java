package dev.ordinal.run;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Plan;
import java.util.Optional;
import java.util.TreeMap;

/// Selects the changes of a set's headline that are worth a line in the log: each change of the
/// reason, and each change of the sentence when a user has to act. Creations and deletions of pods
/// have their own lines, and so have warnings, of which only the first of two equal ones is logged.
public final class HeadlineLog {
  private final TreeMap<Key, String> logged = new TreeMap<>();
  private final TreeMap<Key, String> warned = new TreeMap<>();

  /// One line for the log.
  public record Line(boolean isWarning, String text) {}

  public synchronized Optional<Line> line(View subject, Plan<?> plan) {
    if (!(plan.status() instanceof SetStatus status)) {
      return Optional.empty();
    }
    var key = new SetKey(subject.meta().namespace(), subject.name());
    return status
        .findCondition("Ready")
        .filter(ready -> !ready.reason().equals("Scaling") && !ready.reason().equals("Updating"))
        .flatMap(ready -> line(key, ready, isWarning(plan, ready)));
  }

  private Optional<Line> line(SetKey key, SetStatus.Condition ready, boolean isWarning) {
    var shown = ready.reason() + (isWarning ? ready.message() : "");
    // A set that is ready from the start needs no line.
    if (shown.equals(logged.getOrDefault(key, "Ready"))) {
      return Optional.empty();
    }
    logged.put(key, shown);
    if (shown.equals(warned.remove(key))) {
      return Optional.empty();
    }
    var message = ready.message().replace('\n', ' ');
    return Optional.of(new Line(isWarning, ready.reason() + ": " + message));
  }

  /// Whether the warning adds anything to the last line about the set.
  public synchronized boolean isNew(View subject, Plan.Notice notice) {
    if (!(subject instanceof SetView)) {
      return true;
    }
    var key = new SetKey(subject.meta().namespace(), subject.name());
    var last = logged.getOrDefault(key, "");
    if (last.startsWith(notice.reason()) && last.endsWith(notice.message())) {
      return false;
    }
    warned.put(key, notice.reason() + notice.message());
    return true;
  }

  private static boolean isWarning(Plan<?> plan, SetStatus.Condition ready) {
    return !ready.isTrue()
        && (ready.reason().equals("ProgressDeadlineExceeded")
            || ready.reason().equals("RequestFailed")
            || plan.holds().stream().anyMatch(hold -> hold.severity().needsAction()));
  }

  public synchronized void forget(Key key) {
    logged.remove(key);
    warned.remove(key);
  }
}
