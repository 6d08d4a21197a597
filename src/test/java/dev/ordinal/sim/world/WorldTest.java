package dev.ordinal.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The production planner and engine against the simulated cluster, in virtual time.
class WorldTest {
  private static final List<String> POLICIES =
      List.of(
          "podManagementPolicy: OrderedReady",
          "podManagementPolicy: Parallel",
          "podManagementPolicy: Parallel\n  updateStrategy: {rollingUpdate: {maxUnavailable: 2,"
              + " podUpdatePolicy: InPlaceIfPossible}}",
          "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible,"
              + " inPlaceUpdateStrategy: {gracePeriodSeconds: 5}}}");

  @Test
  void setComesUpAndIsUpdatedInOrder() {
    var world = new World(1, Faults.NONE);
    create(world, POLICIES.getFirst());
    world.run(Duration.ofSeconds(30));
    assertThat(world.pods())
        .hasSize(3)
        .allSatisfy((_, pod) -> assertThat(pod).isEqualTo("app:1 ready"));

    world.patchSet("web", image("app:2"));
    world.run(Duration.ofSeconds(60));
    assertThat(world.pods())
        .hasSize(3)
        .allSatisfy((_, pod) -> assertThat(pod).isEqualTo("app:2 ready"));
    assertThat(world.pilot.script())
        .containsSubsequence("delete web-2 UPDATE", "delete web-1 UPDATE", "delete web-0 UPDATE");
  }

  @Test
  void sameSeedIsTheSameStory() {
    assertThat(story(7)).isEqualTo(story(7)).isNotEmpty();
  }

  /// Requests are lost, refused and answered to nobody, caches lag, the controller crashes and
  /// users change their minds. When it stops the set is where its spec wants it, and nothing is
  /// written any more.
  @Test
  void everyWorldEndsWell() {
    var seeds = Integer.getInteger("seeds", 60);
    var first = Integer.getInteger("seed", 1);
    for (var seed = first; seed < first + seeds; seed++) {
      endsWell(seed);
    }
  }

  private static void endsWell(int seed) {
    var chance = new Random(seed);
    var policy = POLICIES.get(chance.nextInt(POLICIES.size()));
    var world = new World(seed, Faults.some(chance));
    try {
      create(world, policy);
      live(world, chance);
      world.pilot.heal();
      world.patchSet("web", Yaml.read("{spec: {replicas: 3, reserveOrdinals: []}}"));
      world.patchSet("web", image("app:9"));
      world.run(Duration.ofMinutes(15));
      assertThat(world.pods())
          .hasSize(3)
          .allSatisfy((_, pod) -> assertThat(pod).isEqualTo("app:9 ready"));
      var writes = world.writes();
      world.run(Duration.ofMinutes(15));
      assertThat(world.writes()).as("writes at rest").isEqualTo(writes);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed %d, %s%n%s%nset: %s"
              .formatted(
                  seed,
                  policy,
                  String.join("\n", world.pilot.script()),
                  JsonText.write(world.set("web").object("status"))),
          e);
    }
  }

  private static void live(World world, Random chance) {
    world.laws.wasEdited = true;
    for (var step = 0; step < 12; step++) {
      world.run(Duration.ofMillis(chance.nextInt(8000)));
      switch (chance.nextInt(7)) {
        case 0 -> world.patchSet("web", image("app:" + (1 + chance.nextInt(3))));
        case 1 -> world.patchSet("web", image("app:missing"));
        case 2 -> world.patchSet("web", spec("replicas", Json.of(chance.nextInt(6))));
        case 3 -> world.deletePod("web-" + chance.nextInt(4));
        case 4 ->
            world.labelPod(
                "web-" + chance.nextInt(4), "apps.kruise.io/specified-delete", Json.of("true"));
        case 5 ->
            world.patchSet(
                "web", spec("reserveOrdinals", Json.of(List.of(Json.of(chance.nextInt(4))))));
        default -> world.patchSet("web", image("app:crash"));
      }
    }
  }

  private static List<String> story(int seed) {
    var chance = new Random(seed);
    var world = new World(seed, Faults.some(chance));
    create(world, POLICIES.get(1));
    live(world, chance);
    return world.pilot.script();
  }

  static void create(World world, String policy) {
    world.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set(policy));
  }

  private static String set(String policy) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web}
        spec:
          replicas: 3
          serviceName: web
          %s
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: app, image: 'app:1'}]
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
        .formatted(policy);
  }

  private static Json.Obj spec(String field, Json value) {
    return Json.of("spec", Json.of(field, value));
  }

  private static Json.Obj image(String image) {
    var container = Json.of("name", Json.of("app")).with("image", Json.of(image));
    var pod = Json.of("spec", Json.of("containers", Json.of(List.of(container))));
    return Json.of("spec", Json.of("template", pod));
  }
}
