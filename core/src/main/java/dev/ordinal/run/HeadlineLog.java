package dev.ordinal.run;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Selects what is worth a line in the log beside the actions that succeed: each change of a set's
/// headline, its warnings, and failures of requests. Of those that say the same only the first is:
/// one cause is one line, however often a request is repeated.
public final class HeadlineLog {
  /// The API server begins with the name of the object, and its cause is often that of many.
  private static final String OBJECT = "^[A-Za-z.]+ \"[^\"]*\" is (invalid|forbidden): ";

  /// Movement, and waits for one request. A request that fails has a reason of its own.
  private static final List<String> MOMENTARY =
      List.of("Scaling", "Updating", "TemplateUnchecked", "RevisionMissing");

  /// Words that differ each time must not fill the log.
  private static final int MOST_CAUSES = 20;

  private final TreeMap<Key, String> logged = new TreeMap<>();
  private final TreeMap<Key, String> warned = new TreeMap<>();
  private final TreeMap<Key, TreeMap<String, TreeSet<String>>> failed = new TreeMap<>();

  /// One line for the log.
  public record Line(boolean isWarning, String text) {}

  public synchronized Optional<Line> line(View subject, Plan<?> plan) {
    if (!(plan.status() instanceof SetStatus status)) {
      return Optional.empty();
    }
    return status
        .findCondition("Ready")
        .filter(ready -> !MOMENTARY.contains(ready.reason()))
        .flatMap(ready -> line(key(subject), ready, isWarning(plan, ready)));
  }

  private Optional<Line> line(Key key, SetStatus.Condition ready, boolean isWarning) {
    if (ready.isTrue()) {
      failed.remove(key);
      warned.remove(key);
    }
    var text = ready.reason() + ": " + ready.message().replace('\n', ' ');
    // A set that is ready from the start needs no line.
    var before = logged.getOrDefault(key, ready.reason().equals("Ready") ? text : "");
    logged.put(key, text);
    if (text.equals(before)) {
      return Optional.empty();
    }
    var cause = Optional.ofNullable(warned.remove(key));
    return cause.filter(told -> says(text, told)).isPresent()
        ? Optional.empty()
        : Optional.of(new Line(isWarning, text));
  }

  /// Whether the warning adds anything to the last line about the set.
  public synchronized boolean isNew(View subject, Plan.Notice notice) {
    var key = key(subject);
    if (says(logged.getOrDefault(key, ""), notice.message())) {
      return false;
    }
    warned.put(key, notice.message());
    return true;
  }

  /// Whether the failure adds anything to what was logged since the set was last ready.
  public synchronized boolean isNew(View subject, Action action, String message) {
    var key = key(subject);
    var cause = message.replaceFirst(OBJECT, "");
    var causes = failed.computeIfAbsent(key, _ -> new TreeMap<>());
    var known = causes.computeIfAbsent(action.target(), _ -> new TreeSet<>());
    var isKnown =
        causes.values().stream().anyMatch(each -> each.contains(cause))
            || known.size() >= MOST_CAUSES
            || says(logged.getOrDefault(key, ""), cause)
            || says(warned.getOrDefault(key, ""), cause);
    if (known.size() < MOST_CAUSES) {
      known.add(cause);
    }
    if (!isKnown) {
      warned.put(key, cause);
    }
    return !isKnown;
  }

  /// The next failure for the same object is news again.
  public synchronized void succeeded(View subject, Action action) {
    var key = key(subject);
    Optional.ofNullable(failed.getOrDefault(key, new TreeMap<>()).remove(action.target()))
        .ifPresent(causes -> causes.forEach(cause -> warned.remove(key, cause)));
  }

  private static boolean says(String text, String cause) {
    return text.equals(cause) || text.endsWith(": " + cause.replace('\n', ' '));
  }

  private static boolean isWarning(Plan<?> plan, SetStatus.Condition ready) {
    return !ready.isTrue()
        && (ready.reason().equals("ProgressDeadlineExceeded")
            || ready.reason().equals("RequestFailed")
            || plan.holds().stream().anyMatch(hold -> hold.severity().needsAction()));
  }

  private static Key key(View subject) {
    var meta = subject.meta();
    return subject instanceof JobView
        ? new Key.Job(meta.namespace(), meta.name())
        : new SetKey(meta.namespace(), meta.name());
  }

  public synchronized void forget(Key key) {
    logged.remove(key);
    warned.remove(key);
    failed.remove(key);
  }
}
