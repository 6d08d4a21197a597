package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.Rig;
import java.util.List;
import java.util.stream.Stream;

/// Pods that wait for another program, and volumes that grow.
final class KruiseHookScenarios {
  private static final String GROWING = "diff-growing";

  private static final String HELD = "example.com/held";

  private KruiseHookScenarios() {}

  static List<Scenario> all() {
    return Stream.of(deletions(), updates(), creations(), growth(), otherVolumes())
        .flatMap(List::stream)
        .toList();
  }

  /// Pods have the label that the hook looks at from the template.
  private static SetForm hooked(SetForm form, String hook, String more) {
    var handler = "{\"%s\": {\"labelsHandler\": {\"%s\": \"true\"}%s}}".formatted(hook, HELD, more);
    return form.labelled(HELD, "true").with("lifecycle", JsonSource.readObject(handler));
  }

  private static SetForm beforeDeletion(SetForm form) {
    return hooked(form, "preDelete", "");
  }

  private static void release(Play set, String pod) {
    set.label(pod, HELD, Json.of("false"));
  }

  private static List<Scenario> deletions() {
    return Stream.of(
            both("held-scale-down", beforeDeletion(ordered(2)), KruiseHookScenarios::scaleDown),
            List.of(
                new Scenario(
                    "held-scale-down-not-ready",
                    hooked(parallel(2), "preDelete", ", \"markPodNotReady\": true"),
                    KruiseHookScenarios::scaleDown),
                new Scenario(
                    "held-replacement",
                    beforeDeletion(parallel(2)),
                    set -> {
                      set.rest();
                      set.image("app:2");
                      for (var pod : List.of("web-1", "web-0")) {
                        set.awaitState(pod, "PreparingDelete");
                        set.still();
                        release(set, pod);
                        set.awaitReady(pod, "app:2");
                      }
                      set.rest();
                    }),
                new Scenario(
                    "held-chosen", beforeDeletion(parallel(2)), KruiseHookScenarios::choose),
                new Scenario(
                    "held-scale-down-taken-back",
                    beforeDeletion(parallel(2)),
                    KruiseHookScenarios::takeBack)))
        .flatMap(List::stream)
        .toList();
  }

  private static void choose(Play set) {
    set.rest();
    set.chooseForDeletion("web-0");
    set.awaitState("web-0", "PreparingDelete");
    release(set, "web-0");
    set.awaitReplaced("web-0");
    set.rest();
  }

  private static void takeBack(Play set) {
    set.rest();
    set.scale(1);
    set.awaitState("web-1", "PreparingDelete");
    set.scale(2);
    set.oursAlone(play -> play.awaitState("web-1", "Normal"));
    set.still();
  }

  private static void scaleDown(Play set) {
    set.rest();
    set.scale(1);
    set.awaitState("web-1", "PreparingDelete");
    set.still();
    release(set, "web-1");
    set.awaitNone("web-1");
    set.rest();
  }

  private static List<Scenario> updates() {
    var form = hooked(parallel(2).inPlace(), "inPlaceUpdate", "");
    return List.of(
        new Scenario("held-update", form, KruiseHookScenarios::updateBothPods),
        new Scenario(
            "held-update-taken-back",
            form,
            set -> {
              set.rest();
              set.image("app:2");
              set.awaitState("web-1", "PreparingUpdate");
              set.image("app:1");
              set.awaitState("web-1", "Normal");
              set.rest();
            }),
        new Scenario(
            "held-update-ordered",
            hooked(ordered(2).inPlace(), "inPlaceUpdate", ""),
            set -> {
              set.rest();
              set.image("app:2");
              set.awaitState("web-1", "PreparingUpdate");
              release(set, "web-1");
              set.oursAlone(play -> play.awaitState("web-1", "Updated"));
              set.still();
            }));
  }

  private static void updateBothPods(Play set) {
    set.rest();
    set.image("app:2");
    for (var pod : List.of("web-1", "web-0")) {
      set.awaitState(pod, "PreparingUpdate");
      set.still();
      release(set, pod);
      set.awaitState(pod, "Updated");
      set.label(pod, HELD, Json.of("true"));
      set.awaitState(pod, "Normal");
    }
    set.rest();
  }

  private static List<Scenario> creations() {
    var handler = "{\"preNormal\": {\"labelsHandler\": {\"%s\": \"true\"}}}".formatted(HELD);
    return List.of(
        new Scenario(
            "held-creation",
            parallel(2).with("lifecycle", JsonSource.readObject(handler)),
            set -> {
              for (var pod : List.of("web-0", "web-1")) {
                set.awaitState(pod, "PreparingNormal");
                set.label(pod, HELD, Json.of("true"));
                set.awaitState(pod, "Normal");
              }
              set.rest();
            }));
  }

  /// Makes the class whose volumes may grow.
  static void prepare(Rig rig) {
    var made =
        JsonSource.readObject(
            """
            {"metadata": {"name": "%s"}, "provisioner": "example.com/disk",
             "allowVolumeExpansion": true}
            """
                .formatted(GROWING));
    Api.required(rig.api().create("/apis/storage.k8s.io/v1/storageclasses", made), GROWING);
  }

  private static Json.Obj claim(String size) {
    var claim = SetForm.claim("data");
    var storage = Json.of("requests", Json.of("storage", Json.of(size)));
    var spec =
        claim.object("spec").with("storageClassName", Json.of(GROWING)).with("resources", storage);
    return claim.with("spec", spec);
  }

  private static SetForm growing(SetForm form, String when) {
    return form.claims(claim("1Gi"))
        .with("volumeClaimUpdateStrategy", Json.of("type", Json.of(when)));
  }

  private static List<Scenario> growth() {
    return List.of(
        new Scenario(
            "volumes-grow",
            growing(parallel(2), "OnPodRollingUpdate"),
            set -> {
              grow(set, set.form());
              set.rest();
            }),
        new Scenario(
            "volumes-grow-with-replacement",
            growing(parallel(2), "OnPodRollingUpdate"),
            set -> {
              grow(set, set.form().image("app:2"));
              set.rest();
            }),
        new Scenario(
            "volumes-grow-with-update-in-place",
            growing(parallel(2).inPlace(), "OnPodRollingUpdate"),
            set -> {
              grow(set, set.form().image("app:2"));
              set.rest();
            }));
  }

  /// Volumes that do not all grow, and one that comes anew.
  private static List<Scenario> otherVolumes() {
    return List.of(
        new Scenario(
            "volumes-grow-under-partition",
            growing(parallel(2).partition(1), "OnPodRollingUpdate"),
            set -> {
              set.rest();
              set.edit("2Gi", set.form().claims(claim("2Gi")));
              set.awaitCapacity("data-web-1", "2Gi");
              set.still();
            }),
        new Scenario(
            "volumes-grow-on-delete",
            growing(parallel(1), "OnDelete"),
            set -> {
              set.rest();
              set.edit("2Gi", set.form().claims(claim("2Gi")));
              set.rest();
              set.scale(2);
              set.awaitCapacity("data-web-1", "2Gi");
              set.rest();
            }),
        new Scenario(
            "another-claim-template",
            growing(parallel(1), "OnDelete"),
            set -> {
              set.rest();
              set.edit("more", set.form().claims(claim("1Gi"), SetForm.claim("log")));
              set.oursAlone(play -> play.awaitCapacity("log-web-0", "1Gi"));
              set.awaitReady("web-0");
              set.still();
            }));
  }

  private static void grow(Play set, SetForm next) {
    set.rest();
    set.edit("2Gi", next.claims(claim("2Gi")));
    set.awaitCapacity("data-web-1", "2Gi");
    set.awaitCapacity("data-web-0", "2Gi");
  }
}
