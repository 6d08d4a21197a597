package dev.ordinal.plan.retry;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The requests of a set that failed last time, by verb and target: which of them still wait, and
/// whether so many creations fail that another would fail too.
public final class FailedRequests {
  /// When as many creations fail for one cause, a thousand more would fail too, and only load the
  /// API server.
  public static final int FAILURES_AT_ONCE = 5;

  private final Instant now;
  private final TreeMap<String, Failure> failed = new TreeMap<>();
  private final List<Failure> common;
  private final Set<String> commonTargets;
  private final Optional<Instant> nextCreation;

  /// `present` are the names of the objects that exist: their creation has happened after all.
  public FailedRequests(List<Failure> failures, Stream<String> present, Instant now) {
    this.now = now;
    failures.forEach(each -> failed.put(key(each.verb(), each.target()), each));
    this.common =
        failed.isEmpty() ? List.of() : common(failures, present.collect(Collectors.toSet()));
    this.commonTargets = common.stream().map(Failure::target).collect(Collectors.toSet());
    this.nextCreation =
        common.stream().map(Failure::retryAt).filter(now::isBefore).min(Instant::compareTo);
  }

  private static String key(String verb, String target) {
    return verb + " " + target;
  }

  /// The creations that fail for the most common cause, without those that happened after all.
  private static List<Failure> common(List<Failure> failures, Set<String> present) {
    var byCause =
        failures.stream()
            .filter(failure -> failure.verb().equals("Create"))
            .filter(failure -> !present.contains(failure.target()))
            .collect(
                Collectors.groupingBy(FailedRequests::cause, TreeMap::new, Collectors.toList()));
    return byCause.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
  }

  /// The same words about two objects are one cause.
  private static String cause(Failure failure) {
    return failure.message().replace(failure.target(), "");
  }

  /// Whether these words of the API server say that a quota is full.
  public static boolean isQuotaExceeded(String words) {
    return words.contains("is forbidden: exceeded quota:");
  }

  /// The last failure of this request, if it has not succeeded since.
  public Optional<Failure> find(Action action) {
    return Optional.ofNullable(failed.get(key(action.verb(), action.target())));
  }

  /// The failure for which this request still has to wait.
  public Optional<Failure> findWaiting(Action action) {
    return find(action).filter(failure -> failure.retryAt().isAfter(now));
  }

  /// While many creations fail for one cause, only those are tried again.
  public boolean mayCreate(List<Action> actions) {
    var isTried = actions.stream().anyMatch(action -> commonTargets.contains(action.target()));
    return common.size() < FAILURES_AT_ONCE || isTried;
  }

  /// Whether one more creation may be tried together with the first of those that fail: what keeps
  /// those from being created may spare it.
  public boolean mayProbe() {
    return !common.getFirst().retryAt().isAfter(now);
  }

  /// When the first of the creations that hold others up is tried again.
  public Optional<Instant> nextCreation() {
    return nextCreation;
  }
}
