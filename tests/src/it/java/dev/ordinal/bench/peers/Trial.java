package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// All steps of one round with one controller.
final class Trial {
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration IDLE = Duration.ofSeconds(20);

  private final Contender contender;
  private final Sizes sizes;
  private final List<Window> windows = new ArrayList<>();

  private Trial(Contender contender, Sizes sizes) {
    this.contender = contender;
    this.sizes = sizes;
  }

  /// A step between its first request and its end.
  private record Window(
      String step, int pods, Instant begin, Usage before, Instant end, Usage after) {}

  static List<Measurement> run(Contender contender, Sizes sizes) {
    var trial = new Trial(contender, sizes);
    trial.warmUp();
    trial.windows.clear();
    trial.parallel(sizes.parallel());
    trial.ordered(sizes.ordered());
    if (contender.peer().canUpdateInPlace()) {
      trial.inPlace(sizes.inPlace());
    }
    trial.toZero(sizes.toZero());
    trial.claims(sizes.inPlace());
    trial.manySets(sizes.sets());
    trial.idle();
    return trial.measurements();
  }

  /// A new process is slow; that is not what is measured.
  private void warmUp() {
    parallel(sizes.warm());
    if (contender.peer().canUpdateInPlace()) {
      inPlace(sizes.warm());
    }
  }

  private void parallel(int pods) {
    var set = new Stage(manifest("Parallel", pods).maxUnavailable("10%"));
    set.create("create %d, Parallel".formatted(pods));
    set.update("update %d, Parallel, 10 %%".formatted(pods));
    set.remove();
  }

  private void ordered(int pods) {
    var set = new Stage(manifest("OrderedReady", pods));
    set.create("create %d, ordered".formatted(pods));
    set.update("update %d, ordered".formatted(pods));
    set.remove();
  }

  private void inPlace(int pods) {
    var set = new Stage(manifest("Parallel", pods).inPlace("20%"));
    set.create("create %d with readiness gate, Parallel".formatted(pods));
    set.update("update %d in place, 20 %%".formatted(pods));
    set.remove();
  }

  private void claims(int pods) {
    var set = new Stage(manifest("Parallel", pods).claims());
    set.create("create %d with a claim each, Parallel".formatted(pods));
    set.remove();
  }

  private void toZero(int pods) {
    var set = new Stage(manifest("Parallel", pods));
    set.create("create %d, Parallel".formatted(pods));
    set.scaleToZero("scale %d to 0".formatted(pods));
    set.remove();
  }

  private void manySets(int sets) {
    var manifest = manifest("Parallel", 3);
    var stage = new Stage(manifest);
    measure(
        "create %d sets of 3".formatted(sets),
        3 * sets,
        () -> {
          for (var i = 0; i < sets; i++) {
            stage.post("web" + i);
          }
        },
        () -> stage.sets().stream().filter(Trial::isDone).count() == sets);
    stage.remove();
  }

  /// Nothing happens: the pods are the unit of its writes, and there are none.
  private void idle() {
    var set = new Stage(manifest("Parallel", sizes.inPlace()));
    set.create("create %d, Parallel".formatted(sizes.inPlace()));
    var end = Instant.now().plus(IDLE);
    measure("idle for 20 s", 1, () -> {}, () -> Instant.now().isAfter(end));
    set.remove();
  }

  private Manifest manifest(String policy, int pods) {
    return Manifest.of(contender.peer(), policy, pods);
  }

  private void measure(String step, int pods, Runnable act, BooleanSupplier isDone) {
    var before = contender.usage();
    var begin = Instant.now();
    act.run();
    Await.until(step + " by " + contender.peer().label(), PATIENCE, isDone);
    windows.add(new Window(step, pods, begin, before, Instant.now(), contender.usage()));
  }

  private static boolean isDone(Json set) {
    if (!(set instanceof Json.Obj object)) {
      return false;
    }
    var status = object.object("status");
    var replicas = number(object.object("spec"), "replicas");
    return number(status, "observedGeneration") == number(object.object("metadata"), "generation")
        && number(status, "availableReplicas") == replicas
        && number(status, "updatedReplicas") == replicas
        && status.text("currentRevision").equals(status.text("updateRevision"));
  }

  private static long number(Json.Obj object, String field) {
    return object.find(field).orElse(Json.of(0)) instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }

  /// A namespace with the sets of one kind.
  private final class Stage {
    private final Manifest manifest;
    private final Api api = contender.rig().api();
    private final String namespace = contender.rig().enter("bench").namespace();
    private final String path = contender.peer().path(namespace);
    private final String web = path + "/web";

    private Stage(Manifest manifest) {
      this.manifest = manifest;
    }

    private void post(String name) {
      Api.required(api.create(path, manifest.named(name)), "creating " + name);
    }

    private void create(String step) {
      measure(
          step,
          replicas(),
          () -> post("web"),
          () -> api.find(web).filter(Trial::isDone).isPresent());
    }

    private void update(String step) {
      measure(
          step,
          replicas(),
          () -> patch(manifest.image("app:2")),
          () -> api.find(web).filter(Trial::isDone).isPresent());
    }

    private void scaleToZero(String step) {
      measure(
          step,
          replicas(),
          () -> patch(Json.of("spec", Json.of("replicas", Json.of(0)))),
          () -> items("/api/v1/namespaces/" + namespace + "/pods").isEmpty());
    }

    private void patch(Json.Obj change) {
      Api.required(api.patch(web, Api.Merge.PLAIN, change), "changing the set");
    }

    private int replicas() {
      return (int) number(manifest.spec(), "replicas");
    }

    private List<Json> sets() {
      return items(path);
    }

    private List<Json> items(String list) {
      return Api.required(api.fetch(list), list).items("items").stream()
          .map(Json.class::cast)
          .toList();
    }

    /// The next step finds a quiet cluster.
    private void remove() {
      Api.required(api.delete(path, Json.EMPTY), "deleting the sets");
      Await.until(
          "no pods in " + namespace,
          PATIENCE,
          () -> items("/api/v1/namespaces/" + namespace + "/pods").isEmpty());
    }
  }

  /// The audit log is read once, at the end.
  private List<Measurement> measurements() {
    var writes = contender.peer().writes(contender.rig().audit());
    return windows.stream()
        .map(
            window -> {
              var own =
                  writes.where(
                      entry ->
                          !entry.at().isBefore(window.begin())
                              && entry.at().isBefore(window.end()));
              return new Measurement(
                  window.step(),
                  contender.peer(),
                  window.pods(),
                  seconds(Duration.between(window.begin(), window.end())),
                  own.entries().size(),
                  own.entries().stream().filter(entry -> entry.code() == 409).count(),
                  seconds(window.after().controller().minus(window.before().controller())),
                  seconds(window.after().server().minus(window.before().server())),
                  window.after().residentBytes() / 1e6);
            })
        .toList();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
