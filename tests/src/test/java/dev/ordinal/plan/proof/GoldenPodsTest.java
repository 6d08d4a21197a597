package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.golden.GoldenSets;
import dev.ordinal.golden.GoldenSets.Recorded;
import dev.ordinal.handover.Manifest;
import dev.ordinal.handover.Way;
import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the native controller of several releases, kruise-manager and older builds of Ordinal have
/// made of the golden sets is taken over without touching a pod.
class GoldenPodsTest {
  static List<Recorded> recorded() {
    return GoldenSets.recorded();
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void setAsItWasLeftKeepsItsPod(Recorded left) {
    assertTouchesNothing(left, set(left));
  }

  /// `kubectl apply` takes the defaults out of lists.
  @ParameterizedTest
  @MethodSource("recorded")
  void manifestAppliedAgainKeepsThePod(Recorded left) {
    assertTouchesNothing(left, applied(left));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void anotherImageReplacesThePod(Recorded left) {
    var set = applied(left);
    var spec = set.object("spec");
    var template = spec.object("template");
    var containers = new ArrayList<>(template.object("spec").items("containers"));
    containers.set(0, ((Json.Obj) containers.getFirst()).with("image", Json.of("app:other")));
    var pods = template.object("spec").with("containers", Json.of(containers));
    var changed = set.with("spec", spec.with("template", template.with("spec", pods)));
    var handover = handover(left, changed);

    assertThat(handover.playUntil("delete " + pod(left)).uids()).doesNotContainKey(pod(left));
    assertThat(handover.plan().status().updateRevision()).isNotEqualTo(left.revision());
  }

  private static void assertTouchesNothing(Recorded left, Json.Obj set) {
    var handover = handover(left, set);
    var uids = handover.uids();
    var before = handover.pod(pod(left));

    var played = handover.play();

    assertThat(played).last().isEqualTo("rest");
    assertThat(played).noneMatch(line -> line.contains("revision ") || line.contains("compare "));
    assertThat(handover.uids()).isEqualTo(uids).hasSize(1);
    assertThat(handover.restarts()).isEmpty();
    assertThat(outline(handover.pod(pod(left)))).isEqualTo(outline(before));
    assertThat(handover.plan().status().updateRevision()).isEqualTo(left.revision());
    assertThat(handover.plan().status().currentRevision()).isEqualTo(left.revision());
  }

  /// All but the owner.
  private static Json.Obj outline(Json.Obj pod) {
    var metadata = pod.object("metadata").without("ownerReferences").without("resourceVersion");
    return pod.with("metadata", metadata).without("status");
  }

  private static String pod(Recorded left) {
    return left.set() + "-0";
  }

  /// A native set's objects are left without an owner when `ordinal adopt` has deleted it.
  private static Handover handover(Recorded left, Json.Obj set) {
    var objects = new ArrayList<Json.Obj>();
    objects.add(set);
    left.objects().stream()
        .filter(each -> !each.text("kind").equals("StatefulSet"))
        .map(each -> isNative(left) ? orphan(each) : each)
        .forEach(objects::add);
    var created = set.object("metadata").text("creationTimestamp");
    var later = Instant.parse(created).plus(Duration.ofHours(1));
    return Handover.of(new KruiseState(left.toString(), "", objects), later);
  }

  private static boolean isNative(Recorded left) {
    return left.isBy("kube-controller-manager");
  }

  private static Json.Obj orphan(Json.Obj object) {
    return object.with("metadata", object.object("metadata").without("ownerReferences"));
  }

  private static Json.Obj set(Recorded left) {
    var set = left.the("StatefulSet");
    if (!isNative(left)) {
      return set;
    }
    var old = set.object("metadata");
    var created = Manifest.of(set, Way.ADOPT).body();
    var metadata =
        created
            .object("metadata")
            .with("uid", Json.of("new"))
            .with("generation", Json.of(1))
            .with("resourceVersion", old.find("resourceVersion").orElseThrow())
            .with("creationTimestamp", old.find("creationTimestamp").orElseThrow());
    return created.with("metadata", metadata);
  }

  private static Json.Obj applied(Recorded left) {
    var set = set(left);
    var template = GoldenSets.manifest(left.set()).object("spec").object("template");
    return set.with("spec", set.object("spec").with("template", template));
  }
}
