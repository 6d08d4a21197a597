package dev.ordinal.handover;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import java.util.Optional;

/// Which claims a pod should use.
final class PodClaims {
  private PodClaims() {}

  /// The claim that a template of the set asks for and the pod does not use.
  static Optional<String> findMissing(Json.Obj pod, int ordinal, Json.Obj set) {
    return Facts.objects(set.object("spec"), "volumeClaimTemplates")
        .map(template -> Names.claim(Facts.name(template), Facts.name(set), ordinal))
        .filter(claim -> !uses(pod, claim))
        .findFirst();
  }

  private static boolean uses(Json.Obj pod, String claim) {
    return Facts.objects(pod.object("spec"), "volumes")
        .anyMatch(volume -> volume.object("persistentVolumeClaim").text("claimName").equals(claim));
  }
}
