package dev.ordinal.sim.law;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// A cluster made by hand, for checking one request.
final class LawFixture {
  static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");
  private static final Instant LONG_AGO = NOW.minusSeconds(3600);

  private final Law law;
  final ClusterHistory history = new ClusterHistory();
  final SetView set;

  /// `web` with three replicas at revision `v1`, changed by this patch.
  LawFixture(Law law, String patch) {
    this.law = law;
    this.set = Views.set(MergePatch.apply(plain(), Yaml.read(patch)));
    history.tick(LONG_AGO);
    history.sets.put("web", set);
    revision("v1", 1, "app:1");
  }

  private static Json.Obj plain() {
    return Yaml.read(
        """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web, namespace: shop, uid: u-web, generation: 1, resourceVersion: '5'}
        spec:
          replicas: 3
          serviceName: web
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: app, image: 'app:1'}]}
        status: {observedGeneration: 1, currentRevision: v1, updateRevision: v1}
        """);
  }

  LawFixture revision(String name, int number, String image) {
    history.revisions.put(name, view(name, number, image));
    return this;
  }

  static RevisionView view(String name, int number, String image) {
    return Views.revision(
        Yaml.read(
            """
        metadata: {name: %s, namespace: shop, uid: u-%s, resourceVersion: '3',
          creationTimestamp: '2026-01-01T08:00:00Z',
          ownerReferences: [{kind: StatefulSet, name: web, uid: u-web, controller: true}]}
        revision: %d
        data: {spec: {template: {$patch: replace, metadata: {labels: {app: web}},
          spec: {containers: [{name: app, image: '%s'}]}}}}
        """
                .formatted(name, name, number, image)));
  }

  /// A pod that is ready, with these differences.
  static Json.Obj pod(int ordinal, String patch) {
    var plain =
        Yaml.read(
            """
            metadata: {name: web-%d, namespace: shop, uid: u-web-%d, resourceVersion: '7',
              creationTimestamp: '2026-01-01T08:00:00Z',
              labels: {app: web, controller-revision-hash: v1},
              ownerReferences: [{kind: StatefulSet, name: web, uid: u-web, controller: true}]}
            spec: {containers: [{name: app, image: 'app:1'}],
              readinessGates: [{conditionType: InPlaceUpdateReady}]}
            status: {phase: Running, containerStatuses: [{name: app, image: 'app:1', ready: true}],
              conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T09:00:00Z'}]}
            """
                .formatted(ordinal, ordinal));
    return MergePatch.apply(plain, Yaml.read(patch));
  }

  /// Not ready.
  static final String DOWN = "{status: {conditions: []}}";

  LawFixture has(int ordinal, String patch) {
    history.take(Views.pod(pod(ordinal, patch)), false);
    return this;
  }

  LawFixture has(int... ready) {
    for (var ordinal : ready) {
      has(ordinal, "{}");
    }
    return this;
  }

  LawFixture claim(String name, String metadata) {
    var claim =
        Yaml.read(
            """
            {metadata: {name: %s, namespace: shop, uid: u-%s, resourceVersion: '4',
              creationTimestamp: '2026-01-01T08:00:00Z'}}
            """
                .formatted(name, name));
    history.claims.put(
        name, Views.claim(MergePatch.apply(claim, Json.of("metadata", Yaml.read(metadata)))));
    return this;
  }

  Optional<String> judge(View now) {
    return law.judge(history, now);
  }

  Optional<String> judge(Action action) {
    return judge(ApiRequest.of("shop", action));
  }

  Optional<String> judge(ApiRequest request) {
    history.tick(NOW);
    var sent = new RequestRecord("ordinal", Optional.of(set), request, NOW, NOW, Duration.ZERO);
    return law.judge(history, sent);
  }

  /// A pod is deleted.
  Optional<String> delete(int ordinal, Cause cause) {
    var name = "web-" + ordinal;
    return judge(new Action.DeletePod(name, "u-" + name, OptionalLong.of(7), cause));
  }

  /// A pod is patched through its spec.
  Optional<String> patch(int ordinal, Purpose purpose, String body) {
    return judge(new Action.PatchPod("web-" + ordinal, purpose, Yaml.read(body)));
  }

  Optional<String> create(int ordinal, String revision) {
    var body =
        Bodies.pod(
            set, ordinal, Optional.ofNullable(history.revisions.get(revision)).orElseThrow(), NOW);
    return judge(new Action.CreatePod("web-" + ordinal, revision, body));
  }

  Optional<String> report(String status) {
    var body = Yaml.read("{metadata: {resourceVersion: '5'}, status: %s}".formatted(status));
    return judge(
        new ApiRequest(
            new Origin.StatusReport(),
            ApiRequest.Verb.MERGE_PATCH,
            new ApiRequest.Path(Kind.SET, "shop", "web", "/status"),
            body));
  }
}
