package dev.ordinal.sim.law;

import static dev.ordinal.sim.law.LawFixture.DOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.virtual.Views;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Each law refuses a request, and accepts a similar one.
class LawTest {
  private static final String CLAIMS =
      "volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 1Gi}}}}]";
  private static final String GOING =
      "{metadata: {deletionTimestamp: '2026-01-01T09:59:00Z', finalizers: [x]}}";

  /// A delete that no action asks for.
  private static ApiRequest delete(Kind kind, String name, String body) {
    return new ApiRequest(
        new ApiRequest.Origin.StatusReport(),
        ApiRequest.Verb.DELETE,
        new ApiRequest.Path(kind, "shop", name, ""),
        Yaml.read(body));
  }

  @Test
  void deletesNameWhatWasSeen() {
    var fixture = new LawFixture(new WritesArePinned(), "{}").has(0);

    assertThat(fixture.judge(delete(Kind.POD, "web-0", "{}")))
        .contains("the delete of web-0 names no uid");
    assertThat(
            fixture.judge(
                delete(Kind.POD, "web-0", "{gracePeriodSeconds: 0, preconditions: {uid: u}}")))
        .contains("web-0 gets another grace period than its own");
    assertThat(fixture.judge(new Action.DeletePod("web-0", "u", OptionalLong.empty(), Cause.STUCK)))
        .contains("the delete of web-0 names no version");
    assertThat(fixture.delete(0, Cause.STUCK)).isEmpty();
  }

  @Test
  void patchesNameWhatWasSeen() {
    var fixture = new LawFixture(new WritesArePinned(), "{}").has(0);

    assertThat(fixture.patch(0, Purpose.SETTLE, "{metadata: {labels: {a: b}}}"))
        .contains("the patch of web-0 names no uid");
    assertThat(fixture.patch(0, Purpose.SETTLE, "{metadata: {uid: u-web-0}}")).isEmpty();
    assertThat(fixture.report("{}")).isEmpty();
  }

  @Test
  void nothingIsDeletedAgainAndAgain() {
    var fixture = new LawFixture(new WritesAreRemembered(), "{}").has(0);

    for (var i = 0; i < 5; i++) {
      assertThat(fixture.delete(0, Cause.UPDATE)).isEmpty();
    }
    assertThat(fixture.delete(0, Cause.UPDATE)).contains("web-0 is deleted again and again");
    assertThat(fixture.delete(1, Cause.UPDATE)).isEmpty();
  }

  @Test
  void nothingIsWrittenAgainAndAgainWithoutAPause() {
    var fixture = new LawFixture(new WritesArePaced(), "{}").has(0);

    for (var i = 0; i < 10; i++) {
      assertThat(fixture.patch(0, Purpose.UPDATE, "{}")).isEmpty();
    }
    assertThat(fixture.patch(0, Purpose.UPDATE, "{}"))
        .contains("web-0 is written to without a pause");
    assertThat(fixture.patch(0, Purpose.OPEN_GATE, "{}")).isEmpty();
  }

  @Test
  void othersAreLeftAlone() {
    var fixture =
        new LawFixture(new OthersAreLeftAlone(), "{}")
            .has(0, "{metadata: {ownerReferences: [{kind: Job, uid: u-job, controller: true}]}}")
            .has(1, "{metadata: {ownerReferences: []}}")
            .has(2)
            .has(3, "{metadata: {labels: {app: other}}}");

    assertThat(fixture.delete(0, Cause.UPDATE)).contains("web-0 is touched and belongs to u-job");
    assertThat(fixture.delete(1, Cause.UPDATE))
        .contains("web-1 is touched and belongs to no controller");
    assertThat(fixture.patch(1, Purpose.ADOPT, "{}")).isEmpty();
    assertThat(fixture.delete(2, Cause.UPDATE)).isEmpty();
    assertThat(fixture.delete(3, Cause.UPDATE)).contains("web-3 is touched and does not match");
    assertThat(fixture.patch(3, Purpose.RELEASE, "{}")).isEmpty();
  }

  @Test
  void claimsComeFirst() {
    var law = new ClaimsComeFirst();
    var spec = "{spec: {%s}}".formatted(CLAIMS);

    assertThat(new LawFixture(law, spec).create(0, "v1"))
        .contains("web-0 is created before its claim data-web-0");
    assertThat(
            new LawFixture(law, spec)
                .claim("data-web-0", "{deletionTimestamp: '2026-01-01T09:59:00Z'}")
                .create(0, "v1"))
        .contains("web-0 is created while its claim data-web-0 is terminating");
    assertThat(new LawFixture(law, spec).claim("data-web-0", "{}").create(0, "v1")).isEmpty();
  }

  private static Action own(String kind, String name, String uid) {
    var owner =
        Json.of("kind", Json.of(kind)).with("name", Json.of(name)).with("uid", Json.of(uid));
    var metadata = Json.of("ownerReferences", Json.of(List.of(owner)));
    return new Action.PatchClaim("data-web-2", Json.of("metadata", metadata));
  }

  @Test
  void noClaimIsLost() {
    var retains = new LawFixture(new NoClaimIsLost(), "{spec: {replicas: 2}}");
    var deletes =
        new LawFixture(
            new NoClaimIsLost(),
            "{spec: {replicas: 2, persistentVolumeClaimRetentionPolicy:"
                + " {whenDeleted: Delete, whenScaled: Delete}}}");

    assertThat(retains.judge(own("StatefulSet", "web", "u-web"))).isPresent();
    assertThat(retains.judge(own("Pod", "web-2", "u-web-2"))).isPresent();
    assertThat(deletes.judge(own("Pod", "web-1", "u-web-1"))).isPresent();
    assertThat(deletes.judge(own("StatefulSet", "web", "u-web"))).isEmpty();
    assertThat(deletes.judge(own("Pod", "web-2", "u-web-2"))).isEmpty();
    assertThat(deletes.judge(delete(Kind.CLAIM, "data-web-2", "{}")))
        .contains("claim data-web-2 is deleted");
  }

  @Test
  void claimsGoWithTheirPod() {
    var law = new ClaimsGoWithTheirPod();
    var spec =
        "{spec: {replicas: 2, %s, persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}}}"
            .formatted(CLAIMS);
    var owned = "{ownerReferences: [{kind: Pod, name: web-2, uid: u-web-2}]}";

    assertThat(new LawFixture(law, spec).claim("data-web-2", "{}").delete(2, Cause.SCALE_DOWN))
        .contains("web-2 is deleted, and its claim data-web-2 would stay");
    assertThat(new LawFixture(law, spec).claim("data-web-2", owned).delete(2, Cause.SCALE_DOWN))
        .isEmpty();
  }

  @Test
  void wantedClaimsStay() {
    var owned = "{ownerReferences: [{kind: Pod, name: web-2, uid: u-web-2}]}";
    var fixture = new LawFixture(new WantedClaimsStay(), "{}").claim("data-web-2", owned);

    assertThat(fixture.delete(2, Cause.UPDATE))
        .contains("web-2 comes back, and its claim data-web-2 goes with it");
    assertThat(fixture.delete(2, Cause.SCALE_DOWN)).isEmpty();
    assertThat(fixture.delete(1, Cause.UPDATE)).isEmpty();
  }

  @Test
  void podsHaveTheirIdentity() {
    var law = new PodsHaveTheirIdentity();

    assertThat(new LawFixture(law, "{}").create(3, "v1"))
        .contains("web-3 does not have the identity and revision of its ordinal");
    assertThat(new LawFixture(law, "{spec: {reserveOrdinals: [1]}}").create(1, "v1")).isPresent();
    assertThat(new LawFixture(law, "{}").create(1, "v1")).isEmpty();
    assertThat(new LawFixture(law, "{}").judge(new Action.CreatePod("web-1", "v1", Json.EMPTY)))
        .isPresent();
  }

  @Test
  void podsBelowThePartitionComeBackAsTheyWere() {
    var fixture =
        new LawFixture(
                new PodsHaveTheirIdentity(),
                "{spec: {updateStrategy: {rollingUpdate: {partition: 1}}}}")
            .revision("v2", 2, "app:2");

    assertThat(fixture.create(0, "v2"))
        .contains("web-0 does not have the identity and revision of its ordinal");
    assertThat(fixture.create(0, "v1")).isEmpty();
    assertThat(fixture.create(1, "v2")).isEmpty();
  }

  @Test
  void podsComeInOrder() {
    var law = new PodsComeInOrder();
    var parallel = "{spec: {podManagementPolicy: Parallel}}";

    assertThat(new LawFixture(law, "{}").has(0, DOWN).create(1, "v1"))
        .contains("web-1 is created while web-0 is not available");
    assertThat(new LawFixture(law, "{}").has(0).create(1, "v1")).isEmpty();
    assertThat(new LawFixture(law, parallel).has(0, DOWN).create(1, "v1")).isEmpty();
  }

  @Test
  void podsGoInOrder() {
    var fixture = new LawFixture(new PodsGoInOrder(), "{spec: {replicas: 1}}").has(0, 1, 2);

    assertThat(fixture.delete(0, Cause.SCALE_DOWN))
        .contains("web-0 is scaled down though the spec asks for it");
    assertThat(fixture.delete(1, Cause.SCALE_DOWN)).contains("web-1 is deleted before web-2");
    assertThat(fixture.delete(2, Cause.SCALE_DOWN)).isEmpty();
    assertThat(fixture.has(0, DOWN).delete(2, Cause.UPDATE)).isEmpty();
  }

  @Test
  void scaleDownHaltsAtTwoUnwellPods() {
    var one =
        new LawFixture(new PodsGoInOrder(), "{spec: {replicas: 1}}").has(0, 1, 2).has(1, DOWN);
    assertThat(one.delete(2, Cause.SCALE_DOWN)).isEmpty();

    var two =
        new LawFixture(new PodsGoInOrder(), "{spec: {replicas: 1}}").has(0, 1, 2).has(1, DOWN);
    assertThat(two.has(2, DOWN).delete(2, Cause.SCALE_DOWN))
        .contains("web-2 is deleted before web-1 has recovered");
    var crashed = "{status: {conditions: [], containerStatuses: [{name: app, restartCount: 3}]}}";
    assertThat(two.has(1, crashed).delete(2, Cause.SCALE_DOWN)).isEmpty();
  }

  @Test
  void updatesGoInOrder() {
    var fixture =
        new LawFixture(new UpdatesGoInOrder(), "{spec: {template: {spec: {dnsPolicy: Default}}}}")
            .has(0, 1, 2);

    assertThat(fixture.delete(1, Cause.UPDATE)).contains("web-1 is updated before [web-2]");
    assertThat(fixture.delete(2, Cause.UPDATE)).isEmpty();
    assertThat(fixture.delete(1, Cause.STUCK)).isEmpty();
    assertThat(
            fixture
                .has(2, "{metadata: {labels: {apps.kruise.io/specified-delete: 'true'}}}")
                .delete(1, Cause.UPDATE))
        .isEmpty();
  }

  @Test
  void partitionIsKept() {
    var fixture =
        new LawFixture(
            new PartitionIsKept(), "{spec: {updateStrategy: {rollingUpdate: {partition: 1}}}}");

    assertThat(fixture.delete(0, Cause.UPDATE)).contains("web-0 is updated below the partition");
    assertThat(fixture.delete(1, Cause.UPDATE)).isEmpty();
    assertThat(fixture.delete(0, Cause.SPECIFIED)).isEmpty();
  }

  @Test
  void budgetIsKept() {
    var fixture = new LawFixture(new BudgetIsKept(), "{}").has(0, 1).has(2, DOWN);

    assertThat(fixture.delete(1, Cause.UPDATE)).isEmpty();
    fixture.history.downByUs.add("web-2");
    assertThat(fixture.delete(1, Cause.UPDATE))
        .contains("web-1 is taken down as number 2 beside [web-2], where 1 may be down");
    assertThat(fixture.delete(2, Cause.UPDATE)).isEmpty();
  }

  @Test
  void streamIsKept() {
    var law = new StreamIsKept();
    var spec = "{spec: {podManagementPolicy: Parallel, scaleStrategy: {maxUnavailable: 1}}}";

    assertThat(new LawFixture(law, spec).has(0, DOWN).create(1, "v1"))
        .contains("web-1 starts beside 1 others");
    assertThat(new LawFixture(law, spec).has(0).create(1, "v1")).isEmpty();
    var contested = new LawFixture(law, spec).has(0, DOWN);
    contested.history.isContested = true;
    assertThat(contested.create(1, "v1")).isEmpty();
  }

  @Test
  void onlyTheLeaderWrites() {
    var fixture = new LawFixture(new OnlyTheLeaderWrites(), "{}");
    assertThat(fixture.create(1, "v1")).isEmpty();
    fixture.history.leader = Optional.of("ordinal-3");
    assertThat(fixture.create(1, "v1")).isEmpty();
    fixture.history.leader = Optional.of("standby-3");
    assertThat(fixture.create(1, "v1")).contains("ordinal writes, and the leader is standby-3");
    fixture.history.leader = Optional.of("");
    assertThat(fixture.create(1, "v1")).contains("ordinal writes, and the leader is gone");
  }

  @Test
  void stopMeansStop() {
    var law = new StopMeansStop();
    var rolling = "{spec: {updateStrategy: {rollingUpdate: {%s}}}}";

    for (var spec :
        List.of(
            rolling.formatted("paused: true"),
            rolling.formatted("podUpdatePolicy: InPlaceOnly"),
            "{spec: {updateStrategy: {type: OnDelete}}}")) {
      assertThat(new LawFixture(law, spec).delete(0, Cause.UPDATE))
          .as(spec)
          .contains("web-0 is updated, which the spec does not allow");
      assertThat(new LawFixture(law, spec).delete(0, Cause.SPECIFIED)).isEmpty();
    }
    assertThat(new LawFixture(law, "{}").delete(0, Cause.UPDATE)).isEmpty();
  }

  @Test
  void pauseFinishesOnlyWhatWasBegunForAnUpdate() {
    var paused = "{spec: {updateStrategy: {rollingUpdate: {paused: true}}}}";
    var label = "{metadata: {labels: {lifecycle.apps.kruise.io/state: %s}}}";
    var fixture =
        new LawFixture(new StopMeansStop(), paused)
            .has(0, label.formatted("PreparingDelete"))
            .has(1, label.formatted("PreparingUpdate"));

    assertThat(fixture.delete(0, Cause.UPDATE)).isPresent();
    assertThat(fixture.delete(1, Cause.UPDATE)).isEmpty();
  }

  private static String gate(String status, String since) {
    return "{status: {conditions: [{type: InPlaceUpdateReady, status: '%s', lastTransitionTime: '%s'}]}}"
        .formatted(status, since);
  }

  @Test
  void trafficIsAwayBeforeContainersChange() {
    var law = new GatesTellTheTruth();
    var image = "{spec: {containers: [{name: app, image: 'app:2'}]}}";
    var grace =
        "{spec: {updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceOnly,"
            + " inPlaceUpdateStrategy: {gracePeriodSeconds: 4}}}}}";
    var early = gate("False", "2026-01-01T09:59:58Z");
    var late = gate("False", "2026-01-01T09:59:56Z");

    assertThat(
            new LawFixture(law, "{}")
                .has(0, gate("True", "2026-01-01T09:00:00Z"))
                .patch(0, Purpose.UPDATE, image))
        .contains("web-0 is changed while it has traffic");
    assertThat(new LawFixture(law, "{}").has(0, early).patch(0, Purpose.UPDATE, image)).isEmpty();
    assertThat(new LawFixture(law, grace).has(0, early).patch(0, Purpose.UPDATE, image))
        .contains("web-0 is changed before its grace period is over");
    assertThat(new LawFixture(law, grace).has(0, late).patch(0, Purpose.UPDATE, image)).isEmpty();
  }

  @Test
  void trafficComesBackOnProof() {
    var law = new GatesTellTheTruth();
    var fresh = "{spec: {containers: [{name: app, image: 'app:2'}]}}";
    var other =
        "{spec: {containers: [{name: app, image: 'app:2'}]}, status: {containerStatuses:"
            + " [{name: app, image: 'app:1', imageID: sha-1}]}}";

    assertThat(new LawFixture(law, "{}").has(0, fresh).patch(0, Purpose.OPEN_GATE, "{}")).isEmpty();
    assertThat(new LawFixture(law, "{}").has(0, other).patch(0, Purpose.OPEN_GATE, "{}"))
        .contains("web-0 gets traffic while app is not updated");
    assertThat(new LawFixture(law, "{}").has(0).patch(0, Purpose.OPEN_GATE, "{}")).isEmpty();
  }

  private static String stage(String stage, String more) {
    return "{metadata: {labels: {lifecycle.apps.kruise.io/state: %s%s}}}".formatted(stage, more);
  }

  @Test
  void hooksHoldDeletions() {
    var law = new HooksHold();
    var spec = "{spec: {lifecycle: {preDelete: {labelsHandler: {hook: 'on'}}}}}";

    assertThat(
            new LawFixture(law, spec)
                .has(0, "{metadata: {labels: {hook: 'on'}}}")
                .delete(0, Cause.UPDATE))
        .contains("web-0 is deleted while its hook holds it");
    assertThat(new LawFixture(law, spec).has(0).delete(0, Cause.UPDATE)).isEmpty();
  }

  @Test
  void noStateIsSkipped() {
    var fixture = new LawFixture(new HooksHold(), "{}").has(0, stage("PreparingNormal", ""));

    assertThat(fixture.judge(Views.pod(LawFixture.pod(0, stage("Updated", "")))))
        .contains("web-0 goes from PREPARING_NORMAL to UPDATED");
    assertThat(fixture.judge(Views.pod(LawFixture.pod(0, stage("Normal", ""))))).isEmpty();
  }

  @Test
  void normalIsEarned() {
    var law = new NormalIsEarned();
    var spec = "{spec: {lifecycle: {inPlaceUpdate: {labelsHandler: {hook: 'on'}}}}}";
    var toNormal = stage("Normal", "");

    assertThat(
            new LawFixture(law, spec)
                .has(0, stage("Updated", ""))
                .patch(0, Purpose.SETTLE, toNormal))
        .contains("web-0 becomes Normal before its hook has admitted it");
    assertThat(
            new LawFixture(law, spec)
                .has(0, stage("Updated", ", hook: 'on'"))
                .patch(0, Purpose.SETTLE, toNormal))
        .isEmpty();
    assertThat(
            new LawFixture(law, spec)
                .has(0, stage("Normal", ", hook: 'on'"))
                .patch(0, Purpose.UPDATE, "{}"))
        .contains("web-0 is changed while its hook holds it");
    assertThat(new LawFixture(law, spec).has(0, toNormal).patch(0, Purpose.UPDATE, "{}")).isEmpty();
  }

  @Test
  void revisionsInUseLast() {
    var law = new RevisionsLast();
    var full =
        new LawFixture(law, "{spec: {revisionHistoryLimit: 0}}").revision("v0", 0, "app:0").has(0);
    var roomy = new LawFixture(law, "{spec: {revisionHistoryLimit: 1}}").revision("v0", 0, "app:0");

    assertThat(full.judge(new Action.DeleteRevision("v1", "u-v1")))
        .contains("revision v1 is deleted and still in use by a pod");
    assertThat(full.judge(new Action.DeleteRevision("v0", "u-v0"))).isEmpty();
    assertThat(roomy.judge(new Action.DeleteRevision("v0", "u-v0")))
        .contains("revision v0 is deleted though the history limit keeps it");
    roomy.history.sets.clear();
    assertThat(roomy.judge(new Action.DeleteRevision("v0", "u-v0"))).isEmpty();
  }

  @Test
  void revisionNumbersGrow() {
    var fixture = new LawFixture(new RevisionsLast(), "{}");

    assertThat(fixture.judge(LawFixture.view("v2", 1, "app:2")))
        .contains("revision v2 comes after v1");
    assertThat(fixture.judge(LawFixture.view("v2", 2, "app:1")))
        .contains("revision v2 comes after v1");
    assertThat(fixture.judge(LawFixture.view("v2", 2, "app:2"))).isEmpty();
    assertThat(fixture.judge(LawFixture.view("v1", 2, "app:2")))
        .contains("revision v1 has changed");
    assertThat(fixture.judge(LawFixture.view("v1", 2, "app:1"))).isEmpty();
  }

  @Test
  void currentIsWhatAllPodsHave() {
    var status = "{observedGeneration: 0, currentRevision: v2, updateRevision: v2}";
    var v2 = "{metadata: {labels: {controller-revision-hash: v2}}}";
    var law = new StatusIsTrue();

    assertThat(new LawFixture(law, "{}").has(0, v2).has(1, v2).has(2).report(status))
        .contains("revision v2 is reported as current before web-2 is available with it");
    assertThat(new LawFixture(law, "{}").has(0, v2).has(1, v2).has(2, v2).report(status)).isEmpty();
  }

  @Test
  void statusIsAboutItsTemplate() {
    var fixture = new LawFixture(new StatusIsTrue(), "{}").revision("v2", 2, "app:2");

    assertThat(fixture.report("{observedGeneration: 1, updateRevision: v2}"))
        .contains("the status observes a template without a revision");
    assertThat(fixture.report("{observedGeneration: 1, updateRevision: v1}")).isEmpty();
  }

  @Test
  void countersFitEachOther() {
    var fixture = new LawFixture(new StatusIsTrue(), "{}");
    var tooMany = "{status: {replicas: 1, readyReplicas: 2}}";
    var older = "{metadata: {generation: 2}, status: {observedGeneration: 0}}";
    var right = "{status: {replicas: 1, readyReplicas: 1}}";

    assertThat(fixture.judge(new LawFixture(new StatusIsTrue(), tooMany).set)).isPresent();
    assertThat(fixture.judge(new LawFixture(new StatusIsTrue(), older).set))
        .contains("the status is about an older spec than before");
    assertThat(fixture.judge(new LawFixture(new StatusIsTrue(), right).set)).isEmpty();
  }

  @Test
  void deletedSetsRest() {
    var law = new DeletedSetsRest();

    assertThat(new LawFixture(law, GOING).delete(0, Cause.UPDATE))
        .contains("web-0 is touched for a set that is being deleted");
    assertThat(new LawFixture(law, GOING).report("{}")).isEmpty();
    assertThat(new LawFixture(law, "{}").delete(0, Cause.UPDATE)).isEmpty();
  }
}
