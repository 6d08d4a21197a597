package dev.ordinal.sim.world;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.sim.law.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Plays a story to its end: first everything that befalls it, then peace, in which the set must
/// come to what its spec wants, and then to silence.
final class Play {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  /// Until then, pods may be made from a template that is not the last one.
  private static final Duration OLD_NEWS = Duration.ofSeconds(20);
  private static final Duration SILENCE = Duration.ofMinutes(20);

  private final Story story;
  final World world;

  /// How it ended: what went wrong, if anything, and all that happened.
  record Report(Story story, Optional<String> fault, World world) {
    List<String> trace() {
      return world.trace;
    }

    /// The same for the same seed, always.
    long hash() {
      return trace().stream().mapToLong(String::hashCode).reduce(7, (all, line) -> all * 31 + line);
    }
  }

  private Play(Story story) {
    this.story = story;
    this.world = new World(story.seed());
  }

  static Report of(Story story) {
    var play = new Play(story);
    try {
      play.run();
      return new Report(story, Optional.empty(), play.world);
    } catch (AssertionError | RuntimeException e) {
      play.world.say("end", e.toString());
      return new Report(story, Optional.of(kind(e)), play.world);
    }
  }

  private static String kind(Throwable e) {
    return e instanceof AssertionError
        ? String.valueOf(e.getMessage())
        : e + " at " + e.getStackTrace()[0];
  }

  private void run() {
    world.say("user", "create web " + JsonText.write(story.set().object("spec")));
    create();
    for (var deed : story.deeds()) {
      world.run(Duration.between(world.time.now(), World.START.plusSeconds(1).plus(deed.at())));
      world.say("", deed.words());
      deed.act().accept(world);
    }
    world.run(Duration.ofSeconds(5));
    makePeace();
    var before = world.asked();
    world.run(OLD_NEWS);
    List.copyOf(world.truth.pods.values()).forEach(this::helpOut);
    world.run(PATIENCE);
    Ending.check(world);
    var needed = world.asked() - before;
    if (needed > 200) {
      throw new AssertionError("%d requests to come to rest".formatted(needed));
    }
    var asked = world.asked();
    world.run(SILENCE);
    if (world.asked() != asked) {
      throw new AssertionError("%d requests at rest".formatted(world.asked() - asked));
    }
  }

  /// A spec whose parts do not fit each other gives way to a plain one.
  private void create() {
    var reply = world.post("apps.kruise.io/v1beta1", "statefulsets", "shop", story.set());
    if (!reply.isOk()) {
      world.say("", "refused: " + reply.body().text("message"));
      world.post("apps.kruise.io/v1beta1", "statefulsets", "shop", Forms.plain());
    }
  }

  private void makePeace() {
    world.heal();
    world.say("user", "patch web " + JsonText.write(story.last()));
    if (world.truth.sets.isEmpty()) {
      create();
    }
    if (!world.patchSet(Json.of("spec", story.last())).isOk()) {
      // An order of its own does not fit every set.
      world.patchSet(
          Yaml.read("{spec: {updateStrategy: {rollingUpdate: {unorderedUpdate: null}}}}"));
      world.patchSet(Json.of("spec", story.last()));
    }
    for (var job : List.copyOf(world.truth.jobs.keySet())) {
      var going = Yaml.read("{spec: {parallelism: 2}}");
      world.patch(Names.API_VERSION, "imagepulljobs", job, going);
    }
    for (var pod : List.copyOf(world.truth.pods.values())) {
      calm(pod);
    }
  }

  /// Nobody wishes a pod ill any more.
  private void calm(PodView pod) {
    var annotations = Json.EMPTY;
    for (var wish : List.of("evict", "phase", "stuck-termination", "ready")) {
      annotations = annotations.with("sim.ordinal.dev/" + wish, new Json.Null());
    }
    world.patchPod(pod.name(), Json.of("metadata", Json.of("annotations", annotations)));
    helpOut(pod);
  }

  /// A pod that was taken out of the set is removed by hand, and so is one that never becomes ready
  /// and shows no sign of being broken, if it has to go or runs what the set calls its current
  /// revision: as natively, it is waited for.
  private void helpOut(PodView pod) {
    var set = Objects.requireNonNull(world.truth.sets.get("web"));
    var isWanted = Truth.wanted(set.spec()).contains(Names.ordinal(set.name(), pod.name()));
    var isWaitedFor =
        (!isWanted || pod.revision().equals(set.status().currentRevision()))
            && pod.containers().stream().anyMatch(each -> each.image().endsWith("never-ready"));
    if (isWaitedFor || !pod.meta().label("app").equals("web")) {
      world.delete("v1", "pods", pod.name(), Json.EMPTY);
    }
  }
}
