package dev.ordinal.bench.peers;

import dev.ordinal.bench.peers.Step.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// All steps of one round with one controller.
final class Trial {
  private final Contender contender;
  private final Options options;
  private final Recorder recorder;

  private Trial(Contender contender, Options options, int round) {
    this.contender = contender;
    this.options = options;
    this.recorder = new Recorder(contender, round);
  }

  /// Tells what was measured, also when a step has failed.
  static void run(
      Contender contender, Options options, int round, Consumer<List<Measurement>> told) {
    var trial = new Trial(contender, options, round);
    trial.warmUp();
    trial.recorder.forgetAll();
    try {
      trial.steps(round);
    } finally {
      told.accept(trial.recorder.measurements());
    }
  }

  private void steps(int round) {
    if (contender.peer() == Peer.LIMITED) {
      thousand();
      return;
    }
    rollouts();
    if (round > options.size("rounds") - options.size("heavy")) {
      new Crowded(contender, options, recorder).run();
    }
  }

  private void rollouts() {
    parallel(options.size("parallel"));
    thousand();
    ordered(options.size("ordered"));
    if (contender.peer().canUpdateInPlace()) {
      inPlace(options.size("inplace"));
    }
    toZero(options.size("scale"));
    claims(options.size("claims"));
    manySets(options.size("sets"));
    idle(options.size("idle"));
  }

  /// A new process is slow; that is not what is measured.
  private void warmUp() {
    parallel(options.size("warm"));
    if (contender.peer().canUpdateInPlace()) {
      inPlace(options.size("warm"));
    }
  }

  private void parallel(int pods) {
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("Parallel", pods).maxUnavailable("10%"));
      create(stage, new Step(Family.PARALLEL, "create %d, Parallel".formatted(pods)));
      update(stage, new Step(Family.PARALLEL, "update %d, Parallel, 10 %%".formatted(pods)), 0.1);
      stage.remove();
    }
  }

  private void thousand() {
    var pods = options.size("big");
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("Parallel", pods));
      create(stage, new Step(Family.THOUSAND, "create %,d, Parallel".formatted(pods)));
      stage.remove();
    }
  }

  private void ordered(int pods) {
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("OrderedReady", pods));
      var created = create(stage, new Step(Family.ORDERED, "create %d, ordered".formatted(pods)));
      addLatency(created, stage);
      var updated =
          update(stage, new Step(Family.ORDERED, "update %d, ordered".formatted(pods)), 0);
      addLatency(updated, stage);
      stage.remove();
    }
  }

  private static void addLatency(Map<Quantity, Double> values, Stage stage) {
    var all = Recorder.seconds(stage.witness().latency());
    values.put(Quantity.ADDED_LATENCY, 1e3 * all / stage.replicas());
  }

  private void inPlace(int pods) {
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("Parallel", pods).inPlace("20%"));
      create(
          stage, new Step(Family.GATED, "create %d with readiness gate, Parallel".formatted(pods)));
      update(stage, new Step(Family.IN_PLACE, "update %d in place, 20 %%".formatted(pods)), 0.2);
      stage.remove();
    }
  }

  private void claims(int pods) {
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("Parallel", pods).claims());
      create(
          stage,
          new Step(Family.PARALLEL, "create %d with a claim each, Parallel".formatted(pods)));
      stage.remove();
    }
  }

  private void toZero(int pods) {
    if (pods > 0) {
      var stage = Stage.open(contender, manifest("Parallel", pods));
      bring(stage);
      var before = recorder.before();
      stage.scale("web", 0);
      stage.awaitNoPods();
      var end = stage.witness().lastChange();
      recorder.after(before, end, new Step(Family.PARALLEL, "scale %d to 0".formatted(pods)), pods);
      stage.remove();
    }
  }

  private void manySets(int sets) {
    if (sets > 0) {
      var stage = Stage.open(contender, manifest("Parallel", 3));
      var before = recorder.before();
      for (var i = 0; i < sets; i++) {
        stage.post("web" + i);
      }
      stage.awaitDone(sets);
      var step = new Step(Family.MANY_SETS, "create %d sets of 3".formatted(sets));
      recorder.after(before, stage.witness().lastChange(), step, 3 * sets);
      stage.remove();
    }
  }

  /// Nothing happens. Collects the garbage afterwards, to see what is alive.
  private void idle(int seconds) {
    if (seconds > 0) {
      var stage = Stage.open(contender, manifest("Parallel", options.size("claims")));
      bring(stage);
      contender.settle();
      var before = recorder.before();
      var end = before.begin().plus(Duration.ofSeconds(seconds));
      stage.await("the end of the rest", () -> Instant.now().isAfter(end));
      var step = new Step(Family.IDLE, "idle for %d s".formatted(seconds));
      var values = recorder.after(before, end, step, options.size("claims"));
      values.put(Quantity.HEAP, contender.vitals().collected().heapBytes() / 1e6);
      stage.remove();
    }
  }

  private static void bring(Stage stage) {
    stage.post("web");
    stage.awaitDone(1);
  }

  private Manifest manifest(String policy, int pods) {
    return Manifest.of(contender.peer(), policy, pods);
  }

  private Map<Quantity, Double> create(Stage stage, Step step) {
    stage.witness().begin(stage.replicas());
    var before = recorder.before();
    bring(stage);
    return recorder.after(before, stage.witness().lastChange(), step, stage.replicas());
  }

  /// `budget` is the part of the pods that may be down; without one it is one pod.
  private Map<Quantity, Double> update(Stage stage, Step step, double budget) {
    stage.witness().begin(stage.replicas());
    var before = recorder.before();
    stage.image("web", "app:2");
    stage.awaitDone(1);
    var end = stage.witness().lastChange();
    var values = recorder.after(before, end, step, stage.replicas());
    var allowed = Math.max(1, Math.ceil(stage.replicas() * budget));
    var down = stage.witness().mostDown();
    values.put(Quantity.MOST_DOWN, (double) down);
    values.put(Quantity.BUDGET_EXCEEDED, Math.max(0, down - allowed));
    return values;
  }
}
