package dev.ordinal.sim.law;

import static dev.ordinal.sim.law.LawFixture.DOWN;
import static dev.ordinal.sim.law.LawFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a law lets pass because the controller could not know better. Each excuse has a twin beside
/// it that is no excuse.
class ExcuseTest {
  private static final String CLAIMS =
      "volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 1Gi}}}}]";
  private static final String V2 = "{metadata: {labels: {controller-revision-hash: v2}}}";
  private static final Instant BEFORE = NOW.minusMillis(1);

  /// Nothing shows a late watch that the store was restored; ten seconds later it has.
  @ParameterizedTest(name = "restored {0} s ago")
  @CsvSource({"0, true", "9, true", "10, false", "60, false"})
  void restoredStoreExcusesForTenSeconds(int seconds, boolean isExcused) {
    var restored = NOW.minusSeconds(seconds);
    var traffic = new LawFixture(new GatesTellTheTruth(), "{}").has(0, gate());
    traffic.history.restored(restored);
    var hook =
        new LawFixture(
                new NormalIsEarned(),
                "{spec: {lifecycle: {inPlaceUpdate: {labelsHandler: {hook: 'on'}}}}}")
            .has(0, state("Updated"));
    hook.history.restored(restored);
    var repeated = new LawFixture(new WritesAreRemembered(), "{}").has(0);
    repeated.history.restored(restored);

    assertThat(traffic.patch(0, Purpose.UPDATE, image()).isEmpty()).isEqualTo(isExcused);
    assertThat(hook.patch(0, Purpose.SETTLE, state("Normal")).isEmpty()).isEqualTo(isExcused);
    assertThat(deleteOften(repeated).isEmpty()).isEqualTo(isExcused);
  }

  private static String gate() {
    return "{status: {conditions: [{type: InPlaceUpdateReady, status: 'True'}]}}";
  }

  private static String image() {
    return "{spec: {containers: [{name: app, image: 'app:2'}]}}";
  }

  private static String state(String state) {
    return "{metadata: {labels: {lifecycle.apps.kruise.io/state: %s}}}".formatted(state);
  }

  private static Optional<String> deleteOften(LawFixture fixture) {
    for (var i = 0; i < 5; i++) {
      fixture.delete(0, Cause.UPDATE);
    }
    return fixture.delete(0, Cause.UPDATE);
  }

  @Test
  void deniedDeletesMayBeRepeated() {
    var fixture = new LawFixture(new WritesAreRemembered(), "{}").has(0, 1);
    fixture.history.denied = request -> request.name().equals("web-0");

    assertThat(deleteOften(fixture)).isEmpty();
    fixture.history.denied = request -> request.name().equals("web-1");
    assertThat(deleteOften(fixture)).contains("web-0 is deleted again and again");
  }

  /// The restored set wants the pod, and the controller still knows the one that does not.
  @Test
  void claimOfARestoredOrdinalIsExcusedOnlyByALaterUser() {
    var spec = "{spec: {replicas: 2, persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}}}";
    var owner =
        Json.of("kind", Json.of("Pod"))
            .with("name", Json.of("web-2"))
            .with("uid", Json.of("u-web-2"));
    var own =
        new Action.PatchClaim(
            "data-web-2", Json.of("metadata", Json.of("ownerReferences", Json.of(List.of(owner)))));
    var fixture = new LawFixture(new NoClaimIsLost(), spec);
    var wide = new LawFixture(new NoClaimIsLost(), "{}").set;
    var scaledUp = new LawFixture(new NoClaimIsLost(), "{metadata: {generation: 2}}").set;

    assertThat(fixture.judge(own)).as("nothing was restored").isEmpty();
    fixture.history.restored(BEFORE.minusSeconds(1));
    fixture.history.sets.put("web", wide);
    assertThat(fixture.judge(own)).as("the restored set wants it").isPresent();
    fixture.history.tick(BEFORE);
    fixture.history.take(scaledUp, false);
    assertThat(fixture.judge(own)).as("a user asked before the decision").isPresent();
    fixture.history.tick(NOW.plusMillis(1));
    fixture.history.take(wide, false);
    assertThat(fixture.judge(own)).as("a user asked after the decision").isEmpty();
    fixture.history.restored(NOW.plusMillis(2));
    assertThat(fixture.judge(own)).as("and the store was restored after that").isPresent();
  }

  @Test
  void claimThatHasJustGoneCouldNotBeMissed() {
    var spec = "{spec: {%s}}".formatted(CLAIMS);
    for (var gone : List.of(NOW, BEFORE)) {
      var fixture = new LawFixture(new ClaimsComeFirst(), spec).claim("data-web-0", "{}");
      fixture.history.tick(gone);
      fixture.history.take(Objects.requireNonNull(fixture.history.claims.get("data-web-0")), true);

      assertThat(fixture.create(0, "v1").isEmpty()).isEqualTo(gone.equals(NOW));
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it is terminating           | deletionTimestamp: '2026-01-01T09:00:00Z'       | true
          it is a second old          | creationTimestamp: '2026-01-01T09:59:59Z'       | true
          it is two seconds old       | creationTimestamp: '2026-01-01T09:59:58Z'       | false
          another owner has it        | ownerReferences: [{kind: Backup, uid: u-other}] | true
          only the set owns it        | ownerReferences: [{kind: StatefulSet, uid: u-web}] | false
          """)
  void claimMayStayWhenItsPodIsScaledDown(String why, String metadata, boolean isExcused) {
    var spec =
        "{spec: {replicas: 2, %s, persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}}}"
            .formatted(CLAIMS);
    var fixture = new LawFixture(new ClaimsGoWithTheirPod(), spec);

    assertThat(
            fixture
                .claim("data-web-2", "{%s}".formatted(metadata))
                .delete(2, Cause.SCALE_DOWN)
                .isEmpty())
        .as(why)
        .isEqualTo(isExcused);
  }

  @Test
  void podThatHasJustChangedHandsIsARace() {
    var foreign = "{metadata: {ownerReferences: [{kind: Job, uid: u-job, controller: true}]}}";
    for (var changed : List.of(NOW, BEFORE)) {
      var fixture = new LawFixture(new OthersAreLeftAlone(), "{}").has(0);
      fixture.history.tick(changed);
      fixture.has(0, foreign);

      assertThat(fixture.delete(0, Cause.UPDATE).isEmpty()).isEqualTo(changed.equals(NOW));
    }
  }

  @Test
  void anotherChangeOfThePodIsNoChangeOfHands() {
    var foreign = "metadata: {ownerReferences: [{kind: Job, uid: u-job, controller: true}]}";
    var fixture = new LawFixture(new OthersAreLeftAlone(), "{}").has(0, "{%s}".formatted(foreign));
    fixture.history.tick(NOW);
    fixture.has(0, "{%s, status: {phase: Failed}}".formatted(foreign));

    assertThat(fixture.delete(0, Cause.UPDATE)).contains("web-0 is touched and belongs to u-job");
  }

  @Test
  void statusMayNameWhatHasJustGone() {
    var report = "{observedGeneration: 1, currentRevision: v2, updateRevision: v2}";
    for (var gone : List.of(NOW, BEFORE)) {
      var template = "{spec: {template: {spec: {containers: [{name: app, image: 'app:2'}]}}}}";
      var revision = fixture(template);
      revision.history.tick(gone);
      revision.history.take(Objects.requireNonNull(revision.history.revisions.get("v2")), true);
      var pod = fixture(template);
      pod.history.tick(gone);
      pod.history.take(Objects.requireNonNull(pod.history.pods.get("web-2")), true);

      assertThat(fixture(template).report(report)).isEmpty();
      assertThat(revision.report(report).isEmpty()).isEqualTo(gone.equals(NOW));
      assertThat(pod.report(report).isEmpty()).isEqualTo(gone.equals(NOW));
    }
  }

  private static LawFixture fixture(String template) {
    return new LawFixture(new StatusIsTrue(), template)
        .revision("v2", 2, "app:2")
        .has(0, V2)
        .has(1, V2)
        .has(2, V2);
  }

  /// It serves until its hook lets it go; nothing else that is not normal counts as available.
  @ParameterizedTest(name = "{0}")
  @CsvSource({"PreparingUpdate, true", "PreparingDelete, true", "Updating, false"})
  void preparedPodStillServes(String state, boolean isExcused) {
    var report = "{observedGeneration: 0, currentRevision: v2, updateRevision: v2}";
    var labels =
        "{controller-revision-hash: v2, lifecycle.apps.kruise.io/state: %s}".formatted(state);
    var fixture = new LawFixture(new StatusIsTrue(), "{}").has(0, V2).has(1, V2);

    fixture.has(2, "{metadata: {labels: %s}}".formatted(labels));
    assertThat(fixture.report(report).isEmpty()).isEqualTo(isExcused);
    fixture.has(2, "{metadata: {labels: %s}, status: {conditions: []}}".formatted(labels));
    assertThat(fixture.report(report)).as("not ready").isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          its resize waits     | {status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T09:00:00Z'}, {type: PodResizePending, status: 'True'}]}} | true
          its resize goes on   | {status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T09:00:00Z'}, {type: PodResizeInProgress, status: 'True'}]}} | false
          it came just now     | {metadata: {creationTimestamp: '2026-01-01T10:00:01Z'}} | true
          it came long ago     | {metadata: {creationTimestamp: '2026-01-01T09:00:00Z'}} | false
          it is to be deleted  | {metadata: {labels: {apps.kruise.io/specified-delete: 'true'}}} | true
          it is not ready      | {status: {conditions: []}} | true
          """)
  void higherPodMayBePassedOver(String why, String pod, boolean isExcused) {
    var fixture =
        new LawFixture(new UpdatesGoInOrder(), "{spec: {template: {spec: {dnsPolicy: Default}}}}")
            .has(0, 1)
            .has(2, pod);

    assertThat(fixture.delete(1, Cause.UPDATE).isEmpty()).as(why).isEqualTo(isExcused);
  }

  @Test
  void podThatHasJustGoneDoesNotCountAsMissing() {
    for (var gone : List.of(NOW, BEFORE)) {
      var fixture = new LawFixture(new BudgetIsKept(), "{}").has(0, 1, 2);
      fixture.history.tick(gone);
      fixture.history.take(Objects.requireNonNull(fixture.history.pods.get("web-0")), true);

      assertThat(fixture.delete(1, Cause.UPDATE).isEmpty()).isEqualTo(gone.equals(NOW));
    }
  }

  @Test
  void missingPodsExcuseOnlyScaleDownAndOrder() {
    var parallel = "{spec: {podManagementPolicy: Parallel%s}}";
    var stream = parallel.formatted(", scaleStrategy: {maxUnavailable: 1}");
    var law = new BudgetIsKept();

    assertThat(new LawFixture(law, "{}").has(0, 2).delete(2, Cause.UPDATE)).isPresent();
    assertThat(new LawFixture(law, "{}").has(0, 2).delete(2, Cause.SPECIFIED)).isEmpty();
    assertThat(new LawFixture(law, "{}").has(0, 2).delete(0, Cause.UPDATE))
        .as("in order, web-1 waits for web-0")
        .isEmpty();
    assertThat(new LawFixture(law, parallel.formatted("")).has(0, 2).delete(0, Cause.UPDATE))
        .isPresent();
    assertThat(new LawFixture(law, stream).has(0, DOWN).has(2).delete(0, Cause.UPDATE)).isEmpty();
    assertThat(new LawFixture(law, stream).has(0, 2).delete(0, Cause.UPDATE))
        .as("a pod that serves is no reason to wait")
        .isPresent();
  }

  /// Three minutes after a quota has made room, at the latest.
  @Test
  void missingPodsMayWaitForTheirCause() {
    assertThat(missing(NOW, _ -> {})).isPresent();
    assertThat(missing(NOW, history -> history.lastQuota = NOW.minusSeconds(179))).isEmpty();
    assertThat(missing(NOW, history -> history.lastQuota = NOW.minusSeconds(180))).isPresent();
    assertThat(missing(NOW, history -> history.refused.add("web-1"))).isEmpty();
    assertThat(missing(NOW, history -> history.refused.add("*"))).isEmpty();
    assertThat(missing(NOW, history -> history.refused.add("web-2"))).isPresent();
    assertThat(missing(NOW, history -> history.isContested = true)).isEmpty();
    assertThat(missing(NOW.minus(Duration.ofMinutes(58)), _ -> {})).isEmpty();
  }

  /// `web-1` is missing for an hour by now.
  private static Optional<String> missing(Instant now, Consumer<ClusterHistory> cause) {
    var law = new MissingPodsComeBack();
    var history = new LawFixture(law, "{}").has(0).history;
    law.judge(history);
    cause.accept(history);
    history.tick(now);
    return law.judge(history);
  }

  /// A pod that was ready until the decision looked so to the controller.
  @Test
  void orderTrustsWhatWasSeen() {
    for (var fell : List.of(NOW, BEFORE)) {
      var fixture = new LawFixture(new PodsComeInOrder(), "{}").has(0);
      fixture.history.tick(fell);
      fixture.has(0, DOWN);

      assertThat(fixture.create(1, "v1").isEmpty()).isEqualTo(fell.equals(NOW));
    }
  }

  /// A second controller that is still running may do what the first one does not know of, but not
  /// what no controller may do.
  @Test
  void contestedSetIsExcusedFromCountsAlone() {
    var budget = new LawFixture(new BudgetIsKept(), "{}").has(0, 1);
    budget.history.downByUs.add("web-2");
    budget.history.isContested = true;
    var pinned = new LawFixture(new WritesArePinned(), "{}").has(0);
    pinned.history.isContested = true;
    var lost = new LawFixture(new NoClaimIsLost(), "{}");
    lost.history.isContested = true;
    var scaled = new LawFixture(new PodsGoInOrder(), "{spec: {replicas: 1}}").has(0, 1, 2);
    scaled.history.isContested = true;

    assertThat(budget.delete(1, Cause.UPDATE)).isEmpty();
    assertThat(pinned.patch(0, Purpose.SETTLE, "{metadata: {labels: {a: b}}}")).isPresent();
    assertThat(
            lost.judge(
                new Action.PatchClaim(
                    "data-web-2",
                    Yaml.read(
                        "{metadata: {ownerReferences: [{kind: Pod, name: web-2, uid: u-web-2}]}}"))))
        .isPresent();
    assertThat(scaled.delete(1, Cause.SCALE_DOWN)).as("order").isEmpty();
    assertThat(scaled.delete(0, Cause.SCALE_DOWN)).as("a pod that is wanted").isPresent();
  }
}
