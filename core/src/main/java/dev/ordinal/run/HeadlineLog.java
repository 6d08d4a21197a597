package dev.ordinal.run;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Selects what is worth a line in the log beside the actions that succeed: each change of a set's
/// headline, its warnings, and failures of requests. Of those that say the same only the first is,
/// until the set is ready or has another spec: one cause is one line, however often a request is
/// repeated, and two causes that show in turn are two lines.
public final class HeadlineLog {
  /// The API server begins with the name of the object, and its cause is often that of many.
  private static final String OBJECT = "^[A-Za-z.]+ \"[^\"]*\" is (invalid|forbidden): ";

  /// Movement, and waits for one request. A request that fails has a reason of its own.
  private static final List<String> MOMENTARY =
      List.of("Scaling", "Updating", "TemplateUnchecked", "RevisionMissing");

  /// Words that differ each time must not fill the log.
  private static final int MOST_CAUSES = 20;

  private final TreeMap<Key, Told> told = new TreeMap<>();

  /// What has been logged about one set since it was last ready or changed.
  private static final class Told {
    private long generation;
    private String headline = "";
    private final TreeSet<String> headlines = new TreeSet<>();
    private final TreeSet<String> warnings = new TreeSet<>();
    private final TreeMap<String, TreeSet<String>> failures = new TreeMap<>();

    private void clear() {
      headlines.clear();
      warnings.clear();
      failures.clear();
    }

    /// Whether a warning says what this headline says.
    private boolean hasWarned(String text) {
      return warnings.stream().anyMatch(warning -> says(text, warning));
    }
  }

  /// One line for the log.
  public record Line(boolean isWarning, String text) {}

  public synchronized Optional<Line> line(View subject, Plan<?> plan) {
    if (!(plan.status() instanceof SetStatus status)) {
      return Optional.empty();
    }
    return status
        .findCondition("Ready")
        .filter(ready -> !MOMENTARY.contains(ready.reason()))
        .flatMap(ready -> line(of(subject), ready, isWarning(plan, ready)));
  }

  private Told of(View subject) {
    var known = told.computeIfAbsent(key(subject), _ -> new Told());
    if (known.generation != subject.meta().generation()) {
      known.generation = subject.meta().generation();
      known.headlines.clear();
    }
    return known;
  }

  private static Optional<Line> line(Told told, SetStatus.Condition ready, boolean isWarning) {
    if (ready.isTrue()) {
      told.clear();
    }
    var text = ready.reason() + ": " + ready.message().replace('\n', ' ');
    // A set that is ready from the start needs no line.
    var isFirst = told.headline.isEmpty() && ready.reason().equals("Ready");
    var isSame = isFirst || text.equals(told.headline);
    told.headline = text;
    if (isSame) {
      return Optional.empty();
    }
    var isNew = add(told.headlines, text) && !told.hasWarned(text);
    return isNew ? Optional.of(new Line(isWarning, text)) : Optional.empty();
  }

  private static boolean add(Set<String> known, String text) {
    if (known.size() >= MOST_CAUSES) {
      known.clear();
    }
    return known.add(text);
  }

  /// Whether the warning adds anything to the last line about the set.
  public synchronized boolean isNew(View subject, Plan.Notice notice) {
    var known = of(subject);
    if (says(known.headline, notice.message())) {
      return false;
    }
    add(known.warnings, notice.message());
    return true;
  }

  /// Whether the failure adds anything to what was logged since the set was last ready.
  public synchronized boolean isNew(View subject, Action action, String message) {
    var about = of(subject);
    var cause = message.replaceFirst(OBJECT, "");
    var known = about.failures.computeIfAbsent(action.target(), _ -> new TreeSet<>());
    var isKnown =
        about.failures.values().stream().anyMatch(each -> each.contains(cause))
            || known.size() >= MOST_CAUSES
            || says(about.headline, cause)
            || about.warnings.stream().anyMatch(warning -> says(warning, cause));
    if (known.size() < MOST_CAUSES) {
      known.add(cause);
    }
    if (!isKnown) {
      add(about.warnings, cause);
    }
    return !isKnown;
  }

  /// The next failure for the same object is news again.
  public synchronized void succeeded(View subject, Action action) {
    var known = of(subject);
    Optional.ofNullable(known.failures.remove(action.target()))
        .ifPresent(known.warnings::removeAll);
  }

  private static boolean says(String text, String cause) {
    return text.equals(cause) || text.endsWith(": " + cause.replace('\n', ' '));
  }

  private static boolean isWarning(Plan<?> plan, SetStatus.Condition ready) {
    return !ready.isTrue()
        && (ready.reason().equals("ProgressDeadlineExceeded")
            || ready.reason().equals("RequestFailed")
            || plan.holds().stream().anyMatch(HeadlineLog::isWarning));
  }

  /// A pod whose ConfigMap does not exist looks to the API like one that pulls a large image.
  private static boolean isWarning(Hold hold) {
    return hold.severity().needsAction()
        || (hold.reason() instanceof HoldReason.PodNotAvailable(var state) && state.isSuspect());
  }

  private static Key key(View subject) {
    var meta = subject.meta();
    return subject instanceof JobView
        ? new Key.Job(meta.namespace(), meta.name())
        : new SetKey(meta.namespace(), meta.name());
  }

  public synchronized void forget(Key key) {
    told.remove(key);
  }
}
