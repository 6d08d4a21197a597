package dev.ordinal.run;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Plan;
import java.util.Optional;
import java.util.TreeMap;

/// Which changes of what a set waits for are worth a line in the log: each change of the reason,
/// and where someone has to act each change of the sentence. Pods that come and go have their own
/// lines, and so have warnings, of which only the first of two that say the same is told.
public final class HeadlineLog {
  private final TreeMap<Key, String> told = new TreeMap<>();
  private final TreeMap<Key, String> warned = new TreeMap<>();

  /// One line for the log.
  public record News(boolean needsSomeone, String words) {}

  public synchronized Optional<News> news(View subject, Plan<?> plan) {
    if (!(plan.status() instanceof SetStatus status)) {
      return Optional.empty();
    }
    var key = new SetKey(subject.meta().namespace(), subject.name());
    return status
        .findCondition("Ready")
        .filter(ready -> !ready.reason().equals("Scaling") && !ready.reason().equals("Updating"))
        .flatMap(ready -> news(key, ready, needsSomeone(plan, ready)));
  }

  private Optional<News> news(SetKey key, SetStatus.Condition ready, boolean needsSomeone) {
    var mark = ready.reason() + (needsSomeone ? ready.message() : "");
    // A set that is well from the start has nothing to tell.
    if (mark.equals(told.getOrDefault(key, "Ready"))) {
      return Optional.empty();
    }
    told.put(key, mark);
    if (mark.equals(warned.remove(key))) {
      return Optional.empty();
    }
    var message = ready.message().replace('\n', ' ');
    return Optional.of(new News(needsSomeone, ready.reason() + ": " + message));
  }

  /// Whether the warning says more than the last line about the set.
  public synchronized boolean isNews(View subject, Plan.Notice notice) {
    if (!(subject instanceof SetView)) {
      return true;
    }
    var key = new SetKey(subject.meta().namespace(), subject.name());
    var last = told.getOrDefault(key, "");
    if (last.startsWith(notice.reason()) && last.endsWith(notice.message())) {
      return false;
    }
    warned.put(key, notice.reason() + notice.message());
    return true;
  }

  private static boolean needsSomeone(Plan<?> plan, SetStatus.Condition ready) {
    return !ready.isTrue()
        && (ready.reason().equals("ProgressDeadlineExceeded")
            || ready.reason().equals("RequestFailed")
            || plan.holds().stream().anyMatch(hold -> hold.severity().needsSomeone()));
  }

  public synchronized void forget(Key key) {
    told.remove(key);
    warned.remove(key);
  }
}
