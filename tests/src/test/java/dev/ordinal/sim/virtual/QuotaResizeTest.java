package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A quota leaves no room for pods with two CPUs: neither for a resize nor for a new pod.
class QuotaResizeTest {
  private final Simulation simulation = new Simulation(1);
  private boolean isFull;

  /// Whether there is no room from the beginning, or others take it after the first dry runs.
  private boolean isKnownByDryRuns;

  @BeforeEach
  void fillQuota() {
    simulation.server.add(
        (request, body) ->
            isFull && isBigger(request, body) ? Optional.of(refusal()) : Optional.empty());
  }

  private boolean isBigger(Request request, Json.Obj body) {
    var isDryRun = !request.query().text("dryRun").isEmpty();
    var isNew = request.verb() == Request.Verb.CREATE && cpu(body).equals("2");
    return (isNew || request.target().part().equals("resize")) && (isKnownByDryRuns || !isDryRun);
  }

  private static String cpu(Json.Obj pod) {
    return pod.object("spec").items("containers").stream()
        .map(Json.Obj.class::cast)
        .map(each -> each.object("resources").object("requests").text("cpu"))
        .findFirst()
        .orElse("");
  }

  private Refusal refusal() {
    isKnownByDryRuns = true;
    var pods = simulation.server.target("v1", "pods", "shop", "").resource();
    return Refusal.overQuota(pods.subject("web-2"), "cpu");
  }

  private void set(String policy, String restart, int grace) {
    var spec =
        """
        {spec: {podManagementPolicy: Parallel, updateStrategy: {rollingUpdate:
          {podUpdatePolicy: %s, inPlaceUpdateStrategy: {gracePeriodSeconds: %d}}},
          template: {spec: {containers: [%s]}}}}
        """
            .formatted(policy, grace, container("1", restart));
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(spec)));
    simulation.run(Duration.ofMinutes(1));
  }

  private static String container(String cpu, String restart) {
    return """
        {name: app, image: 'app:1', resources: {requests: {cpu: '%s'}},
         resizePolicy: [{resourceName: cpu, restartPolicy: %s}]}
        """
        .formatted(cpu, restart);
  }

  @ParameterizedTest(name = "{0}, {1}, full before the dry run: {2}, grace period: {3}")
  @CsvSource({
    "InPlaceIfPossible, NotRequired, true, 0",
    "InPlaceIfPossible, NotRequired, false, 0",
    "InPlaceIfPossible, RestartContainer, true, 0",
    "InPlaceIfPossible, RestartContainer, false, 0",
    "InPlaceIfPossible, RestartContainer, false, 5",
    "InPlaceOnly, NotRequired, true, 0",
    "InPlaceOnly, RestartContainer, false, 5"
  })
  void podsServeOnUntilThereIsRoom(String policy, String restart, boolean isKnown, int grace) {
    isKnownByDryRuns = isKnown;
    set(policy, restart, grace);
    isFull = true;
    simulation.patchSet(
        Yaml.read(
            "{spec: {template: {spec: {containers: [%s]}}}}".formatted(container("2", restart))));
    simulation.run(Duration.ofMinutes(5));
    assertThat(ready()).isEqualTo(3);
    assertThat(reason()).startsWith("RequestFailed").contains("exceeded quota");

    isFull = false;
    simulation.run(Duration.ofMinutes(5));
    assertThat(reason()).startsWith("Ready: 3 of 3");
    assertThat(simulation.trace).noneMatch(line -> line.contains("delete web-"));
    assertThat(simulation.list("v1", "pods")).allMatch(pod -> cpu(pod).equals("2"));
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
}
