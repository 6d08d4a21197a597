package dev.ordinal.diff;

import dev.ordinal.diff.Recorder.Scene;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.SimAnnotations;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// When a set has come to rest: questions to a [Scene].
final class Rest {
  private Rest() {}

  /// The status says what the pods are, whether or not that is what the spec wants.
  static boolean isTold(Scene scene) {
    return scene.set().filter(set -> isTold(set, scene)).isPresent();
  }

  private static boolean isTold(Json.Obj set, Scene scene) {
    var status = set.object("status");
    var update = status.text("updateRevision");
    return Facts.number(status, "observedGeneration")
            == Facts.number(set.object("metadata"), "generation")
        && Facts.number(status, "replicas") == count(scene, Rest::isMember)
        && isReadinessTold(set, scene)
        && Facts.number(status, "availableReplicas")
            >= count(
                scene,
                pod ->
                    isMember(pod)
                        && Recorder.isReady(pod)
                        && !Recorder.isTerminating(pod)
                        && isServing(pod))
        && Facts.number(status, "updatedReplicas")
            == count(
                scene,
                pod ->
                    isMember(pod) && !Recorder.isTerminating(pod) && revision(pod).equals(update));
  }

  /// The status counts the ready pods as they are, or there is no set.
  static boolean isReadinessTold(Scene scene) {
    return scene.set().isEmpty() || isReadinessTold(scene.set().get(), scene);
  }

  private static boolean isReadinessTold(Json.Obj set, Scene scene) {
    return Facts.number(set.object("status"), "readyReplicas")
        == count(scene, pod -> isMember(pod) && Recorder.isReady(pod));
  }

  /// No pod is about to start, to become ready or to end, however slow its kubelet is.
  static boolean arePodsSettled(Scene scene) {
    return scene.pods().values().stream().allMatch(Rest::isSettled);
  }

  private static boolean isSettled(Json.Obj pod) {
    if (Recorder.isTerminating(pod)) {
      return wanted(pod, "stuck-termination").equals("true");
    }
    return Recorder.isReady(pod)
        || Recorder.phase(pod).equals("Failed")
        || (Recorder.phase(pod).equals("Running") && wanted(pod, "ready").equals("false"));
  }

  /// No hook of Kruise's is being asked about it: until then it counts as unavailable.
  private static boolean isServing(Json.Obj pod) {
    return List.of("", "Normal").contains(Recorder.state(pod));
  }

  private static String wanted(Json.Obj pod, String name) {
    return pod.object("metadata").object("annotations").text(SimAnnotations.PREFIX + name);
  }

  /// Everything is as the spec wants it.
  static boolean isDone(Scene scene) {
    return isTold(scene)
        && scene.set().filter(set -> isDone(set, scene)).isPresent()
        && areClaimsSettled(scene);
  }

  private static boolean isDone(Json.Obj set, Scene scene) {
    var spec = set.object("spec");
    var members = count(scene, Rest::isMember);
    return members == Facts.number(spec, "replicas")
        && members
            == count(
                scene,
                pod -> isMember(pod) && Recorder.isReady(pod) && !Recorder.isTerminating(pod))
        && isUpdated(set, scene)
        && isTrimmed(set, scene);
  }

  /// No more of the history is left than the spec wants.
  private static boolean isTrimmed(Json.Obj set, Scene scene) {
    var status = set.object("status");
    var live =
        Stream.concat(
                Stream.of(status.text("currentRevision"), status.text("updateRevision")),
                scene.pods().values().stream().map(Rest::revision))
            .toList();
    var spare = scene.revisions().keySet().stream().filter(name -> !live.contains(name)).count();
    return spare <= Facts.number(set.object("spec"), "revisionHistoryLimit");
  }

  private static boolean isUpdated(Json.Obj set, Scene scene) {
    var strategy = set.object("spec").object("updateStrategy");
    if (strategy.text("type").equals("OnDelete")) {
      return true;
    }
    var partition = Facts.number(strategy.object("rollingUpdate"), "partition");
    var first = Facts.number(set.object("spec").object("ordinals"), "start") + partition;
    var status = set.object("status");
    var update = status.text("updateRevision");
    var isPromoted = partition > 0 || status.text("currentRevision").equals(update);
    return isPromoted
        && scene.pods().values().stream()
            .filter(Rest::isMember)
            .filter(pod -> Facts.ordinal(Recorder.name(pod)) >= first)
            .allMatch(pod -> revision(pod).equals(update));
  }

  /// No claim is on its way out, nor waits for the collector because its pod is gone.
  private static boolean areClaimsSettled(Scene scene) {
    return scene.claims().values().stream()
        .allMatch(
            claim ->
                !Recorder.isTerminating(claim)
                    && claim.object("metadata").items("ownerReferences").stream()
                        .map(Json.Obj.class::cast)
                        .filter(owner -> owner.text("kind").equals("Pod"))
                        .allMatch(owner -> scene.pods().containsKey(owner.text("name"))));
  }

  /// The set is gone, and so is what it owned and took with it.
  static boolean isDeleted(Scene scene) {
    return scene.set().isEmpty()
        && areFree(scene.pods())
        && areFree(scene.claims())
        && areFree(scene.revisions());
  }

  private static boolean areFree(Map<String, Json.Obj> objects) {
    return objects.values().stream()
        .noneMatch(object -> Recorder.isOwned(object) || Recorder.isTerminating(object));
  }

  private static boolean isMember(Json.Obj pod) {
    return Recorder.isOwned(pod);
  }

  private static String revision(Json.Obj pod) {
    return pod.object("metadata").object("labels").text("controller-revision-hash");
  }

  private static long count(Scene scene, Predicate<Json.Obj> test) {
    return scene.pods().values().stream().filter(test).count();
  }
}
