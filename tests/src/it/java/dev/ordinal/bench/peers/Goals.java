package dev.ordinal.bench.peers;

import dev.ordinal.bench.peers.GoalCheck.Goal;
import dev.ordinal.bench.peers.Step.Family;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/// What the benchmark has to show, and whether it does.
final class Goals {
  private static final String CPU =
      "The JVM's quick compiler and JSON against Go's protobuf: a profile shows where to go on.";
  private static final String TIME =
      "Two cores are shared by controller, API server, etcd, scheduler and kubelet: what the"
          + " controller needs of them is missing elsewhere, so time follows processor time.";
  private static final String MEMORY =
      "A JVM holds code, classes and threads before the first pod; a runtime with less in it is"
          + " the next step.";

  private final Results results;
  private final List<GoalCheck> checks = new ArrayList<>();

  private Goals(Results results) {
    this.results = results;
  }

  static List<GoalCheck> judge(Results results) {
    var goals = new Goals(results);
    goals.writes();
    goals.times();
    goals.processor();
    goals.memory();
    goals.starts();
    goals.rest();
    goals.safety();
    return List.copyOf(goals.checks);
  }

  private List<Step> steps(Family... families) {
    var wanted = Set.of(families);
    return results.steps(wanted::contains);
  }

  private List<Step> parallel() {
    return results.steps(Family::isParallel);
  }

  private List<Step> rollouts() {
    return results.steps(Family::isRollout);
  }

  private static Goal goal(String quantity, String words, double limit, String next) {
    return new Goal(quantity, words, limit, 2, next);
  }

  private void writes() {
    var next = "Every pod costs one request to create and one to delete; the rest is status.";
    checks.add(
        GoalCheck.of(
            goal("writes a pod, ordered", "≤ 0.5 × native", 0.5, next),
            steps(Family.ORDERED),
            step -> results.ratio(step, Peer.NATIVE, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("writes a pod, parallel", "≤ 0.95 × native", 0.95, next),
            steps(Family.PARALLEL, Family.THOUSAND, Family.MANY_SETS),
            step -> results.ratio(step, Peer.NATIVE, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("writes a pod, in place", "≤ 3.1", 3.1, next),
            steps(Family.IN_PLACE),
            step -> results.writesPerPod(step, Peer.ORDINAL)));
  }

  private void times() {
    checks.add(
        GoalCheck.of(
            goal("time, parallel", "≤ 1.0 × native", 1.0, TIME),
            parallel(),
            step -> results.ratio(step, Peer.NATIVE, Quantity.SECONDS)));
    checks.add(
        GoalCheck.of(
            goal("time, parallel", "≤ 0.6 × kruise-manager", 0.6, TIME),
            parallel(),
            step -> results.ratio(step, Peer.KRUISE, Quantity.SECONDS)));
    checks.add(
        GoalCheck.of(
            new Goal("added latency of a pod, ordered", "≤ 20 ms", 20, 1, TIME),
            steps(Family.ORDERED),
            step -> results.median(step, Peer.ORDINAL, Quantity.ADDED_LATENCY)));
    checks.add(
        GoalCheck.of(
            goal("time, against native at its default limits", "≤ 0.2 ×", 0.2, TIME),
            steps(Family.THOUSAND),
            step -> results.ratio(step, Peer.LIMITED, Quantity.SECONDS)));
  }

  private void processor() {
    checks.add(
        GoalCheck.of(
            goal("processor time", "≤ 1.2 × native", 1.2, CPU),
            rollouts(),
            step -> results.ratio(step, Peer.NATIVE, Quantity.CPU)));
    checks.add(
        GoalCheck.of(
            goal("processor time", "≤ 0.6 × kruise-manager", 0.6, CPU),
            rollouts(),
            step -> results.ratio(step, Peer.KRUISE, Quantity.CPU)));
    var flat = "What is read of a pod that is nobody's is little, and not nothing.";
    checks.add(
        GoalCheck.of(
            goal("processor time beside pods of others", "≤ 1.1 × alone", 1.1, flat),
            steps(Family.NOISY),
            step ->
                Results.with(
                    ours(step, Quantity.CPU), ours(quiet(), Quantity.CPU), (a, b) -> a / b)));
  }

  private Step quiet() {
    return steps(Family.QUIET).getFirst();
  }

  private OptionalDouble ours(Step step, Quantity quantity) {
    return results.median(step, Peer.ORDINAL, quantity);
  }

  private void memory() {
    checks.add(
        GoalCheck.of(
            new Goal("resident memory, idle and at a thousand pods", "≤ 100 MB", 100, 0, MEMORY),
            steps(Family.IDLE, Family.THOUSAND),
            step -> ours(step, Quantity.RESIDENT)));
    var starts = steps(Family.START_IDLE);
    var last = starts.isEmpty() ? starts : List.of(starts.getLast());
    var pods = last.isEmpty() ? "many" : "%,d".formatted(results.pods(last.getFirst()));
    checks.add(
        GoalCheck.of(
            new Goal(
                "resident memory beside %s pods of its own".formatted(pods),
                "≤ 160 MB",
                160,
                0,
                MEMORY),
            last,
            step -> ours(step, Quantity.RESIDENT)));
    checks.add(
        GoalCheck.of(
            goal("heap for a cached pod", "≤ 1.5 KB", 1.5, "What a pod's record holds."),
            last,
            step -> heapOfPod(starts.getFirst(), step)));
  }

  private OptionalDouble heapOfPod(Step few, Step many) {
    var more = results.pods(many) - results.pods(few);
    return Results.with(
        ours(many, Quantity.HEAP), ours(few, Quantity.HEAP), (a, b) -> (a - b) * 1e3 / more);
  }

  private void starts() {
    var next = "Measured from the classes, without the cache of classes that the image has.";
    for (var step : steps(Family.START_BUSY)) {
      var isBig = step.equals(steps(Family.START_BUSY).getLast());
      checks.add(
          GoalCheck.of(
              goal(
                  "start to first write: " + step.title(),
                  isBig ? "≤ 3 s" : "≤ 1 s",
                  isBig ? 3 : 1,
                  next),
              List.of(step),
              each -> ours(each, Quantity.FIRST_WRITE)));
    }
    checks.add(
        GoalCheck.of(
            new Goal("writes after a start with nothing to do", "0", 0, 0, next),
            steps(Family.START_IDLE),
            step -> ours(step, Quantity.WRITES)));
  }

  private void rest() {
    checks.add(
        GoalCheck.of(
            new Goal("writes at rest", "0", 0, 0, ""),
            steps(Family.IDLE),
            step -> ours(step, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("processor time at rest", "< 0.1 % of a core", 0.1, "Timers and bookmarks."),
            steps(Family.IDLE),
            step ->
                Results.with(
                    ours(step, Quantity.CPU),
                    ours(step, Quantity.SECONDS),
                    (a, b) -> 100 * a / b)));
  }

  private void safety() {
    checks.add(
        GoalCheck.of(
            new Goal("pods down beyond the budget", "0", 0, 0, ""),
            results.steps(EnumSet.of(Family.PARALLEL, Family.ORDERED, Family.IN_PLACE)::contains),
            step -> results.most(step, Peer.ORDINAL, Quantity.BUDGET_EXCEEDED)));
    checks.add(
        GoalCheck.of(
            new Goal("needless writes", "0", 0, 0, "See the audit log of such a run."),
            rollouts(),
            step -> results.most(step, Peer.ORDINAL, Quantity.NEEDLESS)));
    checks.add(
        GoalCheck.of(
            goal("conflicts", "≤ 0.5 % of the writes", 0.5, "See the audit log of such a run."),
            rollouts(),
            step ->
                Results.with(
                    ours(step, Quantity.CONFLICTS),
                    ours(step, Quantity.WRITES),
                    (a, b) -> 100 * a / b)));
  }
}
