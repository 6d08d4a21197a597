package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The API server refuses to resize running pods: no pod may stay out of service for it.
class RefusedResizeTest {
  private final Simulation simulation = new Simulation(1);
  private Optional<Refusal> refusal = Optional.empty();
  private boolean isKnownByDryRuns = true;

  /// Why a resize is refused: a policy, a server without resizes, a missing permission.
  enum RefusalCause {
    POLICY,
    NO_SUCH_PART,
    METHOD;

    Refusal refusal() {
      return switch (this) {
        case POLICY -> Refusal.denied("sizes.example", "pods keep their size");
        case NO_SUCH_PART -> Refusal.unknownResource();
        case METHOD -> Refusal.methodNotAllowed();
      };
    }
  }

  @BeforeEach
  void refuseResizes() {
    simulation.server.add(
        (request, _) ->
            request.target().part().equals("resize")
                    && (isKnownByDryRuns || request.query().text("dryRun").isEmpty())
                ? refusal
                : Optional.empty());
  }

  private void set(String policy, String more) {
    var spec =
        """
        {spec: {podManagementPolicy: Parallel, updateStrategy: {rollingUpdate:
          {podUpdatePolicy: %s %s}}, template: {spec: {containers: [%s]}}}}
        """
            .formatted(policy, more, container("1", "app:1"));
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(spec)));
    simulation.run(Duration.ofMinutes(1));
    assertThat(ready()).isEqualTo(3);
  }

  private static String container(String cpu, String image) {
    return """
        {name: app, image: '%s', resizePolicy: [{resourceName: cpu, restartPolicy:
         RestartContainer}], resources: {requests: {cpu: '%s'}}}
        """
        .formatted(image, cpu);
  }

  private void apply(String cpu, String image) {
    simulation.patchSet(
        Yaml.read("{spec: {template: {spec: {containers: [" + container(cpu, image) + "]}}}}"));
  }

  private long ready() {
    return simulation.history.pods.values().stream().filter(PodView::isReady).count();
  }

  private String reason() {
    var set = simulation.list("apps.kruise.io/v1beta1", "statefulsets").getFirst();
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals("Ready"))
        .map(condition -> condition.text("reason") + ": " + condition.text("message"))
        .findFirst()
        .orElse("");
  }

  private long count(String words) {
    return simulation.trace.stream().filter(line -> line.contains(words)).count();
  }

  @ParameterizedTest
  @EnumSource
  void podsAreReplacedWherePossible(RefusalCause ground) {
    set("InPlaceIfPossible", "");
    refusal = Optional.of(ground.refusal());
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(3));

    assertThat(simulation.trace.stream().filter(line -> line.contains("delete web-")).toList())
        .hasSize(3);
    assertThat(ready()).isEqualTo(3);
    assertThat(reason()).startsWith("Ready: 3 of 3");
    assertThat(count("CLOSE_GATE")).isZero();
  }

  @ParameterizedTest(name = "known by dry runs: {0}, {1}")
  @CsvSource({
    "true,",
    "false,",
    "true, ', inPlaceUpdateStrategy: {gracePeriodSeconds: 5}'",
    "false, ', inPlaceUpdateStrategy: {gracePeriodSeconds: 5}'"
  })
  void inPlaceOnlyKeepsThePodsInServiceAndSaysSo(boolean isKnown, String grace) {
    isKnownByDryRuns = isKnown;
    set("InPlaceOnly", grace == null ? "" : grace);
    refusal = Optional.of(RefusalCause.POLICY.refusal());
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(10));

    assertThat(ready()).isEqualTo(3);
    assertThat(count("delete web-")).isZero();
    assertThat(reason())
        .startsWith("InPlaceImpossible")
        .contains("the API server refuses the resize")
        .contains("pods keep their size");
    assertThat(count("CLOSE_GATE")).isEqualTo(isKnown ? 0 : 1);

    refusal = Optional.empty();
    apply("3", "app:1");
    simulation.run(Duration.ofMinutes(2));
    assertThat(ready()).isEqualTo(3);
    assertThat(reason()).startsWith("Ready: 3 of 3");
  }

  /// The policy may change without the set.
  @Test
  void dryRunThatWasRefusedIsAskedAgain() {
    set("InPlaceOnly", "");
    refusal = Optional.of(RefusalCause.POLICY.refusal());
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(5));
    assertThat(reason()).startsWith("InPlaceImpossible");
    refusal = Optional.empty();
    simulation.run(Duration.ofMinutes(2));

    assertThat(reason()).startsWith("Ready: 3 of 3");
    assertThat(count("CLOSE_GATE")).isEqualTo(3);
    assertThat(count("delete web-")).isZero();
  }

  /// A new pod would need as much: replacing the old one would not help.
  @Test
  void fullQuotaReplacesNothing() {
    set("InPlaceIfPossible", "");
    refusal =
        Optional.of(
            Refusal.overQuota(
                simulation.server.target("v1", "pods", "shop", "").resource().subject("web-2"),
                "cpu"));
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(2));
    assertThat(ready()).isEqualTo(3);
    assertThat(count("delete web-")).isZero();

    refusal = Optional.empty();
    simulation.run(Duration.ofMinutes(2));
    assertThat(reason()).startsWith("Ready: 3 of 3");
    assertThat(count("delete web-")).isZero();
  }

  /// A server error is not a refusal.
  @Test
  void brokenServerReplacesNothing() {
    set("InPlaceIfPossible", "");
    refusal = Optional.of(Refusal.internal("etcdserver: leader changed"));
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(2));
    assertThat(ready()).isEqualTo(3);

    refusal = Optional.empty();
    simulation.run(Duration.ofMinutes(2));
    assertThat(reason()).startsWith("Ready: 3 of 3");
    assertThat(count("delete web-")).isZero();
  }

  /// The resize is refused, and its dry run is not: each attempt takes a pod out of service.
  @Test
  void autoscalerDoesNotRepeatARefusedResize() {
    isKnownByDryRuns = false;
    set("InPlaceOnly", "");
    refusal = Optional.of(RefusalCause.POLICY.refusal());
    apply("2", "app:1");
    simulation.run(Duration.ofMinutes(1));
    for (var i = 0; i < 10; i++) {
      simulation.scaleSet(i % 2 == 0 ? 4 : 3);
      simulation.run(Duration.ofSeconds(30));
    }

    assertThat(count("CLOSE_GATE")).isEqualTo(1);
  }
}
