package dev.ordinal.plan;

import dev.ordinal.model.Meta;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One word of a picture, such as `1:v1:ready`, as a pod: ordinal, revision, state and, if it is
/// not simply ours, whose.
///
/// States: `ready` (for an hour), `fresh` (ready since now), `starting`, `unready`, `failed`,
/// `done`, `gone` (terminating), `leaving` (failed and terminating), `pull` (image cannot be
/// pulled), `crash` (crash loop), `nowhere` (unschedulable), `lost` (its node does not answer).
///
/// Whose: `orphan`, `other` (another set's), `stray` (ours, labels do not match), `nameless` (ours,
/// without its name label).
final class PodSketch {
  private PodSketch() {}

  static List<PodView> all(String pods, Rules rules) {
    return Stream.of(pods.split(" "))
        .filter(pod -> !pod.isEmpty())
        .map(pod -> one(pod.split(":"), rules))
        .toList();
  }

  private static PodView one(String[] part, Rules rules) {
    var ordinal = Integer.parseInt(part[0]);
    var state = part[2];
    return new PodView(
        meta(part),
        phase(state),
        state.equals("nowhere") ? "" : "node-1",
        conditions(state),
        containers(state),
        List.of(),
        claims(ordinal, rules));
  }

  private static Meta meta(String[] part) {
    var name = Names.pod("web", Integer.parseInt(part[0]));
    var whose = part.length > 3 ? part[3] : "";
    var isLeaving = part[2].equals("gone") || part[2].equals("leaving");
    var deleted = isLeaving ? Optional.of(Picture.NOW) : Optional.<Instant>empty();
    var meta = Picture.meta(name, "pod-" + part[0], deleted, owners(whose));
    var labels = new TreeMap<>(meta.labels());
    labels.put("app", whose.equals("stray") ? "other" : "web");
    labels.put(Names.REVISION_LABEL, part[1]);
    if (!whose.equals("nameless")) {
      labels.put(Names.POD_NAME_LABEL, name);
    }
    return new Meta(
        meta.namespace(),
        name,
        meta.uid(),
        1,
        1,
        labels,
        new TreeMap<>(),
        meta.owners(),
        List.of(),
        meta.createdAt(),
        deleted);
  }

  private static List<Owner> owners(String whose) {
    return switch (whose) {
      case "orphan" -> List.of();
      case "other" -> List.of(new Owner("apps/v1", "StatefulSet", "web", "native", true));
      default -> List.of(Picture.SET);
    };
  }

  private static Phase phase(String state) {
    return switch (state) {
      case "ready", "fresh", "unready", "crash", "gone" -> Phase.RUNNING;
      case "starting", "pull", "nowhere" -> Phase.PENDING;
      case "failed", "leaving" -> Phase.FAILED;
      case "lost" -> Phase.UNKNOWN;
      case "done" -> Phase.SUCCEEDED;
      default -> throw new IllegalArgumentException("unknown pod state " + state);
    };
  }

  private static List<Condition> conditions(String state) {
    return switch (state) {
      case "ready", "gone" -> List.of(ready(Picture.NOW.minus(Duration.ofHours(1))));
      case "fresh" -> List.of(ready(Picture.NOW));
      case "nowhere" ->
          List.of(new Condition("PodScheduled", false, "Unschedulable", Optional.of(Picture.NOW)));
      default -> List.of();
    };
  }

  private static Condition ready(Instant since) {
    return new Condition("Ready", true, "", Optional.of(since));
  }

  private static List<Container> containers(String state) {
    var waiting =
        switch (state) {
          case "pull" -> "ImagePullBackOff";
          case "crash" -> "CrashLoopBackOff";
          default -> "";
        };
    return List.of(new Container("main", "image", "", "", 0, false, waiting));
  }

  private static SortedMap<String, String> claims(int ordinal, Rules rules) {
    var claims = new TreeMap<String, String>();
    var templates = new ArrayList<>(rules.list("claims"));
    templates.removeAll(rules.list("new"));
    templates.forEach(name -> claims.put(name, Names.claim(name, "web", ordinal)));
    return claims;
  }
}
