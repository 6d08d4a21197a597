package dev.ordinal.bench.peers;

import dev.ordinal.bench.peers.Step.Family;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import java.time.Instant;
import java.util.List;

/// The steps with many pods that are there already: in the namespace of others, and at a start.
final class Crowded {
  private static final int UPDATES = 4;
  private static final int PODS = 100;

  private final Contender contender;
  private final Options options;
  private final Recorder recorder;

  Crowded(Contender contender, Options options, Recorder recorder) {
    this.contender = contender;
    this.options = options;
    this.recorder = recorder;
  }

  void run() {
    var foreign = options.size("noisy");
    if (foreign > 0) {
      noisy(foreign);
    }
    var owned = options.size("restart");
    if (owned > 0) {
      restarts(owned);
    }
  }

  /// The same updates in the same namespace, before and after other pods came there.
  private void noisy(int foreign) {
    var pods = options.size("inplace");
    var manifest = Manifest.of(contender.peer(), "Parallel", pods).maxUnavailable("50%");
    var stage = Stage.openCrowded(contender, manifest);
    stage.post("web");
    stage.awaitDone(1);
    updates(
        stage, "quiet", new Step(Family.QUIET, "%d updates of %d, alone".formatted(UPDATES, pods)));
    var crowd = new Crowd(stage.api(), stage.namespace()).open();
    crowd.bringForeign(foreign);
    updates(
        stage,
        "noisy",
        new Step(Family.NOISY, "the same beside %,d pods of others".formatted(foreign)));
    crowd.removeForeign(foreign);
    stage.remove();
  }

  private void updates(Stage stage, String image, Step step) {
    contender.settle();
    var before = recorder.before();
    for (var number = 0; number < UPDATES; number++) {
      stage.image("web", image + ":" + number);
      stage.awaitDone(1);
    }
    recorder.after(before, stage.witness().lastChange(), step, UPDATES * stage.replicas());
  }

  /// A tenth of the pods first: the difference of the two heaps is what the others cost.
  private void restarts(int owned) {
    var manifest = Manifest.of(contender.peer(), "Parallel", 1);
    var stage = Stage.openCrowded(contender, manifest);
    var sets = 0;
    for (var target : List.of(owned / 10, owned)) {
      grow(stage, sets, target / PODS);
      sets = target / PODS;
      restartIdle(target);
      restartBusy(stage, target, sets);
    }
    stage.close();
  }

  private static String name(int set) {
    return "web" + set;
  }

  private void grow(Stage stage, int from, int to) {
    for (var set = from; set < to; set++) {
      stage.post(name(set));
    }
    stage.awaitDone(to);
    contender.whileStopped(
        () -> {
          var crowd = new Crowd(stage.api(), stage.namespace()).open();
          for (var set = from; set < to; set++) {
            var first = "/api/v1/namespaces/" + stage.namespace() + "/pods/" + name(set) + "-0";
            crowd.bringCopies(Api.required(stage.api().fetch(first), first), name(set), PODS);
            stage.scale(name(set), PODS);
          }
        });
    contender.startController();
    stage.awaitDone(to);
  }

  private void restartIdle(int pods) {
    contender.settle();
    contender.stopController();
    var before = recorder.beforeStart();
    contender.startController();
    contender.settle();
    var step = new Step(Family.START_IDLE, "start beside %,d pods, nothing to do".formatted(pods));
    var values = recorder.after(before, Instant.now(), step, pods);
    values.put(Quantity.HEAP, contender.vitals().collected().heapBytes() / 1e6);
  }

  /// A pod that went while the controller did not run.
  private void restartBusy(Stage stage, int pods, int sets) {
    var lost = "/api/v1/namespaces/" + stage.namespace() + "/pods/" + name(0) + "-1";
    contender.whileStopped(
        () ->
            Api.required(
                stage.api().delete(lost, Json.of("gracePeriodSeconds", Json.of(0))), lost));
    var before = recorder.beforeStart();
    contender.startController();
    stage.await("the lost pod", () -> stage.api().find(lost).isPresent());
    var end = Instant.now();
    stage.awaitDone(sets);
    contender.settle();
    var step = new Step(Family.START_BUSY, "start beside %,d pods, one missing".formatted(pods));
    recorder.after(before, end, step, 1);
  }
}
