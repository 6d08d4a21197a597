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
      "A profile shows HTTP, TLS, planning and reading in equal parts, none of them above a quarter;"
          + " in a step of few pods much of it is the JVM compiling what runs for the first time."
          + " The next step is a plan that starts from the last one.";
  private static final String TIME =
      "Two cores are shared by controller, API server, etcd, scheduler and kubelet: what one needs"
          + " is missing elsewhere. The next step is less processor time, here and in the API server,"
          + " which is to be compared first.";
  private static final String MEMORY =
      "Most of it is there before the first pod: the cache of classes, the JVM itself and compiled"
          + " code. The next step is fewer classes in the cache, above all those of the connection.";
  private static final String STATUS =
      "Above one request for each creation, each deletion and each change it is reports of the"
          + " status, of which a small set has as many as a big one.";
  private static final String START =
      "Classes come from the cache; what is left is reading the lists, and compiling the code that"
          + " reads them. The next step is the processor time of a start on a machine at rest.";
  private static final String REST =
      "A second's hundredths count here: the lease of the process, the look for kruise-manager every"
          + " 15 s, bookmarks of the watches, and code that is compiled late. A longer rest shows less.";
  private static final String CONFLICTS =
      "A change that depends on the state of an object is refused when somebody else has written to"
          + " it meanwhile, and is decided again. The audit log of the step shows which; those that"
          + " need not depend on it are the next step.";
  private static final String AUDIT = "The audit log of the step shows which requests, and when.";

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
    checks.add(
        GoalCheck.of(
            goal("writes a pod, ordered", "≤ 0.5 × native", 0.5, STATUS),
            steps(Family.ORDERED),
            step -> results.ratio(step, Peer.NATIVE, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("writes a pod, parallel", "≤ 0.95 × native", 0.95, STATUS),
            steps(Family.PARALLEL, Family.THOUSAND, Family.MANY_SETS),
            step -> results.ratio(step, Peer.NATIVE, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("writes a pod, in place", "≤ 3.1", 3.1, STATUS),
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
    var flat =
        "An event of a foreign pod is read before it is known to be foreign. The next step is to stop at its owner.";
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
            goal(
                "heap for a cached pod",
                "≤ 1.5 KB",
                1.5,
                "Beside the record of a pod it is the names and labels in it, and the room of the maps."),
            last,
            step -> heapOfPod(starts.getFirst(), step)));
  }

  private OptionalDouble heapOfPod(Step few, Step many) {
    var more = results.pods(many) - results.pods(few);
    return Results.with(
        ours(many, Quantity.HEAP), ours(few, Quantity.HEAP), (a, b) -> (a - b) * 1e3 / more);
  }

  private void starts() {
    for (var step : steps(Family.START_BUSY)) {
      var isBig = step.equals(steps(Family.START_BUSY).getLast());
      checks.add(
          GoalCheck.of(
              goal(
                  "start to first write: " + step.title(),
                  isBig ? "≤ 3 s" : "≤ 1 s",
                  isBig ? 3 : 1,
                  START),
              List.of(step),
              each -> ours(each, Quantity.FIRST_WRITE)));
    }
    checks.add(
        GoalCheck.of(
            new Goal("writes after a start with nothing to do", "0", 0, 0, AUDIT),
            steps(Family.START_IDLE),
            step -> ours(step, Quantity.WRITES)));
  }

  private void rest() {
    checks.add(
        GoalCheck.of(
            new Goal("writes at rest", "0", 0, 0, AUDIT),
            steps(Family.IDLE),
            step -> ours(step, Quantity.WRITES)));
    checks.add(
        GoalCheck.of(
            goal("processor time at rest", "< 0.1 % of a core", 0.1, REST),
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
            new Goal("pods down beyond the budget", "0", 0, 0, AUDIT),
            results.steps(EnumSet.of(Family.PARALLEL, Family.ORDERED, Family.IN_PLACE)::contains),
            step -> results.most(step, Peer.ORDINAL, Quantity.BUDGET_EXCEEDED)));
    checks.add(
        GoalCheck.of(
            new Goal("needless writes", "0", 0, 0, AUDIT),
            rollouts(),
            step -> results.most(step, Peer.ORDINAL, Quantity.NEEDLESS)));
    checks.add(
        GoalCheck.of(
            goal("conflicts", "≤ 0.5 % of the writes", 0.5, CONFLICTS),
            rollouts(),
            step ->
                Results.with(
                    ours(step, Quantity.CONFLICTS),
                    ours(step, Quantity.WRITES),
                    (a, b) -> 100 * a / b)));
  }
}
