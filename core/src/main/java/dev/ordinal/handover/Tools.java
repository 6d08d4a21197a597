package dev.ordinal.handover;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/// The tools that deploy sets, found by what they write on them. They know the manifest, and would
/// create the set again as it was.
final class Tools {
  private Tools() {}

  static List<String> notices(Json.Obj set, Way way) {
    var metadata = set.object("metadata");
    var labels = metadata.object("labels");
    var annotations = metadata.object("annotations");
    var told = new ArrayList<String>();
    var release = annotations.text("meta.helm.sh/release-name");
    if (!release.isEmpty()) {
      told.add(
          "Helm release %s created the set: change its chart to %s before the next upgrade, which would create the old one again"
              .formatted(PlainText.of(release), way.to()));
    }
    if (annotations.find("argocd.argoproj.io/tracking-id").isPresent()
        || labels.find("argocd.argoproj.io/instance").isPresent()) {
      told.add(
          "Argo CD deploys the set: change its source to %s and stop self-healing before, or it creates the old one again at once"
              .formatted(way.to()));
    }
    if (labels.find("kustomize.toolkit.fluxcd.io/name").isPresent()
        || labels.find("helm.toolkit.fluxcd.io/name").isPresent()) {
      told.add(
          "Flux deploys the set: suspend it, and change its source to %s before it goes on"
              .formatted(way.to()));
    }
    return told;
  }
}
