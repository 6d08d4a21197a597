package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every single fault in a few histories of a set: a crash before or after each write, each watch
/// event lost, an old view before each write. The end is always the same.
class CrashPlanTest {
  private static final String TEMPLATE =
      """
      {template: {metadata: {labels: {app: web%s}},
       spec: {readinessGates: [{conditionType: InPlaceUpdateReady}],
        containers: [{name: app, image: '%s'}]}}}
      """;

  /// The changes of the set, one after the other.
  enum Life {
    ORDERED(
        "{volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: disk,"
            + " accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}],"
            + " persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}}",
        "{replicas: 4}",
        TEMPLATE.formatted("", "app:2"),
        "{replicas: 2}",
        TEMPLATE.formatted("", "app:9")),
    PARALLEL(
        "{podManagementPolicy: Parallel, updateStrategy: {rollingUpdate: {maxUnavailable: 2}}}",
        TEMPLATE.formatted("", "app:2"),
        "{replicas: 4, reserveOrdinals: [1]}",
        TEMPLATE.formatted("", "app:9")),
    IN_PLACE(
        "{updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible,"
            + " inPlaceUpdateStrategy: {gracePeriodSeconds: 2}}},"
            + " lifecycle: {inPlaceUpdate: {labelsHandler: {hook-update: 'on'}},"
            + " preDelete: {labelsHandler: {hook-delete: 'on'}}}}",
        TEMPLATE.formatted(", hook-update: 'on', hook-delete: 'on'", "app:2"),
        "{replicas: 2}",
        TEMPLATE.formatted(", hook-update: 'on', hook-delete: 'on'", "app:9"));

    private final String changes;

    Life(String... changes) {
      this.changes = String.join("---", changes);
    }

    Simulation play(BiConsumer<Simulation, SimulatedController> plan) {
      var simulation = new Simulation(1);
      plan.accept(simulation, simulation.controller);
      var specs = Stream.of(changes.split("---")).map(Yaml::read).toList();
      var first = Json.of("spec", specs.getFirst());
      simulation.post(
          "apps.kruise.io/v1beta1",
          "statefulsets",
          "shop",
          MergePatch.apply(RandomSpecs.plain(), first));
      simulation.run(Duration.ofSeconds(20));
      for (var change : specs.subList(1, specs.size())) {
        simulation.patchSet(Json.of("spec", change));
        simulation.run(Duration.ofSeconds(20));
      }
      simulation.run(Duration.ofMinutes(10));
      FinalChecks.check(simulation);
      return simulation;
    }

    private void eachWrite(int count, BiConsumer<SimulatedController, Integer> step) {
      each(
          count,
          (_, controller, number) ->
              controller.beforeWrite(number, () -> step.accept(controller, number)));
    }

    private void each(int count, Plan plan) {
      var faults =
          IntStream.rangeClosed(1, count)
              .parallel()
              .boxed()
              .flatMap(number -> fault(number, plan).stream())
              .toList();
      assertThat(faults).as("%s, number of what went wrong", this).isEmpty();
    }

    private Optional<String> fault(int number, Plan plan) {
      try {
        play((simulation, controller) -> plan.make(simulation, controller, number));
        return Optional.empty();
      } catch (AssertionError e) {
        return Optional.of(number + ": " + e.getMessage());
      }
    }
  }

  /// Injects a fault at one place.
  private interface Plan {
    void make(Simulation simulation, SimulatedController controller, int number);
  }

  private static int writes(Life life) {
    var count = life.play((_, _) -> {}).writes.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(count).isGreaterThan(20);
    return count;
  }

  @ParameterizedTest
  @EnumSource
  void crashBeforeEachWrite(Life life) {
    life.eachWrite(writes(life), (controller, _) -> controller.fault(RequestFault.CRASH_BEFORE));
  }

  @ParameterizedTest
  @EnumSource
  void crashAfterEachWrite(Life life) {
    life.eachWrite(writes(life), (controller, _) -> controller.fault(RequestFault.CRASH_AFTER));
  }

  @ParameterizedTest
  @EnumSource
  void replyOfEachWriteIsLost(Life life) {
    life.eachWrite(writes(life), (controller, _) -> controller.fault(RequestFault.LOST_REPLY));
  }

  @ParameterizedTest
  @EnumSource
  void oldViewBeforeEachWrite(Life life) {
    life.eachWrite(
        writes(life),
        (controller, number) -> controller.watches().travelBack(Kind.POD, 1 + number % 30));
  }

  @ParameterizedTest
  @EnumSource
  void eachPodEventIsLost(Life life) {
    life.each(
        80,
        (_, controller, number) ->
            controller
                .watches()
                .beforeEvent(
                    Kind.POD,
                    number,
                    () -> controller.watches().disconnect(Kind.POD, Duration.ofSeconds(7))));
  }
}
