package dev.ordinal.plan;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Mark;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One word of a picture, such as `1:v1:ready`, as a pod: ordinal, revision, state and, if it is
/// not simply ours, whose.
///
/// States: `ready` (for an hour), `fresh` (ready since now), `ahead` (ready since five minutes from
/// now, by the clock of its node), `creating` (no container has ever started), `starting` (one has,
/// and another has not), `unready`, `failed`, `done`, `terminating`, `leaving` (failed and
/// terminating), `pull` (image cannot be pulled), `crash` (crash loop), `nowhere` (unschedulable),
/// `lost` (its node does not answer),
/// `init` (crash loop before its start), `bound` (has a node, which has not taken it in yet),
/// `pinned` (the same, by its template and not by the scheduler),
/// `new` (taken in, gate not set yet), `renewing` (in place, container not renewed yet),
/// `renewed` (renewed, gate still closed), `closed` (gate closed, nothing changed yet), `grace`
/// (waiting out a grace period of ten seconds, half of it over), `graced` (the same, over),
/// `reopened` (over, and the gate open again), `regraced` (over, for another revision),
/// `halfway` (in place, the first of two batches is there and ready), `halfwayUnready` (and not
/// ready), `resized` (the same, and the first batch has changed resources alone), `resizedUnready`,
/// `resizing`, `deferred` and `infeasible` (ready, other resources wanted).
///
/// Whose: `orphan`, `other` (another set's), `stray` (ours, labels do not match), `nameless` (ours,
/// without its name label).
///
/// More, after a colon each: `drain=true` (a label), `+guard` (a finalizer), `PreparingDelete` (or
/// another state of its life), `specified` (labelled for deletion), `marked` (traffic is kept
/// away by us), `shunned` (by another controller).
final class PodSketch {
  private static final List<String> WHOSE = List.of("orphan", "other", "stray", "nameless");

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
        Stream.concat(conditions(state).stream(), gate(state, rules).stream()).toList(),
        containers(state),
        initContainers(state),
        gates(rules),
        claims(ordinal, rules),
        inPlace(part[1], state),
        marks(part));
  }

  private static List<Mark> marks(String[] part) {
    var marks = new ArrayList<Mark>();
    if (List.of(part).contains("marked")) {
      marks.add(new Mark("Lifecycle", "preUpdateHook"));
    }
    if (List.of(part).contains("shunned")) {
      marks.add(new Mark("Backup", "nightly"));
    }
    return marks;
  }

  private static Meta meta(String[] part) {
    var name = Names.pod("web", Integer.parseInt(part[0]));
    var more = List.of(part).subList(3, part.length);
    var whose = more.stream().filter(WHOSE::contains).findFirst().orElse("");
    var isLeaving = part[2].equals("terminating") || part[2].equals("leaving");
    var deleted = isLeaving ? Optional.of(Picture.NOW) : Optional.<Instant>empty();
    var meta = Picture.meta(name, "pod-" + part[0], deleted, owners(whose));
    var labels = new TreeMap<>(meta.labels());
    labels.put("app", whose.equals("stray") ? "other" : "web");
    labels.put(Names.REVISION_LABEL, part[1]);
    if (!whose.equals("nameless")) {
      labels.put(Names.POD_NAME_LABEL, name);
    }
    more.forEach(word -> label(labels, word));
    return new Meta(
        meta.namespace(),
        name,
        meta.uid(),
        1,
        1,
        labels,
        part[2].startsWith("grace")
            ? new TreeMap<>(Map.of("apps.kruise.io/inplace-update-grace", "{}"))
            : new TreeMap<>(),
        meta.owners(),
        more.stream().filter(word -> word.startsWith("+")).map(word -> word.substring(1)).toList(),
        meta.createdAt(),
        deleted);
  }

  private static void label(Map<String, String> labels, String word) {
    if (word.contains("=")) {
      labels.put(word.split("=", 2)[0], word.split("=", 2)[1]);
    } else if (word.equals("specified")) {
      labels.put("apps.kruise.io/specified-delete", "true");
    } else if (!WHOSE.contains(word) && Character.isUpperCase(word.charAt(0))) {
      labels.put("lifecycle.apps.kruise.io/state", word);
    }
  }

  private static List<String> gates(Rules rules) {
    var gates = new ArrayList<String>();
    if (rules.hasGate()) {
      gates.add("InPlaceUpdateReady");
    }
    if (rules.marks()) {
      gates.add("KruisePodReady");
    }
    return gates;
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
      case "ready", "fresh", "ahead", "unready", "crash", "terminating" -> Phase.RUNNING;
      case "renewing", "renewed", "closed", "grace", "graced", "reopened" -> Phase.RUNNING;
      case "regraced", "halfway", "halfwayUnready", "resized", "resizedUnready" -> Phase.RUNNING;
      case "resizing", "deferred", "infeasible" -> Phase.RUNNING;
      case "creating", "starting", "pull", "nowhere", "bound" -> Phase.PENDING;
      case "pinned", "new", "init" -> Phase.PENDING;
      case "failed", "leaving" -> Phase.FAILED;
      case "lost" -> Phase.UNKNOWN;
      case "done" -> Phase.SUCCEEDED;
      default -> throw new IllegalArgumentException("unknown pod state " + state);
    };
  }

  private static List<Condition> conditions(String state) {
    return switch (state) {
      case "ready", "terminating" -> List.of(ready(Picture.NOW.minus(Duration.ofHours(1))));
      case "fresh" -> List.of(ready(Picture.NOW));
      case "ahead" -> List.of(ready(Picture.NOW.plus(Duration.ofMinutes(5))));
      case "resizing" -> List.of(ready(Picture.NOW.minus(Duration.ofHours(1))));
      case "deferred" ->
          List.of(ready(Picture.NOW.minus(Duration.ofHours(1))), pending("Deferred"));
      case "infeasible" ->
          List.of(ready(Picture.NOW.minus(Duration.ofHours(1))), pending("Infeasible"));
      case "new" -> List.of(new Condition("Ready", false, "", Optional.of(Picture.NOW)));
      case "nowhere" ->
          List.of(new Condition("PodScheduled", false, "Unschedulable", Optional.of(Picture.NOW)));
      case "creating", "starting", "bound", "pull", "init" ->
          List.of(new Condition("PodScheduled", true, "", Optional.of(Picture.NOW)));
      default -> List.of();
    };
  }

  private static Optional<Condition> gate(String state, Rules rules) {
    return switch (state) {
      case "renewing", "renewed", "closed", "grace", "graced" -> Optional.of(gate(false));
      case "regraced", "halfway", "halfwayUnready", "resized", "resizedUnready" ->
          Optional.of(gate(false));
      case "bound", "pinned", "new", "nowhere" -> Optional.empty();
      default -> rules.hasGate() ? Optional.of(gate(true)) : Optional.empty();
    };
  }

  private static Condition gate(boolean isOpen) {
    return new Condition("InPlaceUpdateReady", isOpen, "", Optional.of(Picture.NOW));
  }

  private static Condition pending(String reason) {
    return new Condition("PodResizePending", true, reason, Optional.of(Picture.NOW));
  }

  private static Optional<InPlaceState> inPlace(String revision, String state) {
    return switch (state) {
      case "renewing", "renewed" -> Optional.of(begun(revision, false, Optional.empty()));
      case "halfway", "halfwayUnready" -> Optional.of(halfway(revision, false));
      case "resized", "resizedUnready" -> Optional.of(halfway(revision, true));
      case "grace", "graced", "reopened", "regraced" -> {
        var period = Duration.ofSeconds(state.equals("grace") ? 10 : 5);
        var wanted = state.equals("regraced") ? "v0" : revision;
        var work = revision.contains("@") ? size("main") : image("main");
        var grace = new Grace(wanted, work, Json.EMPTY, period);
        yield Optional.of(begun(revision, false, Optional.of(grace)));
      }
      case "resizing", "deferred", "infeasible" ->
          Optional.of(begun(revision, true, Optional.empty()));
      default -> Optional.empty();
    };
  }

  private static Work size(String container) {
    var size = Json.of("requests", Json.of("cpu", Json.of("2")));
    return new Work(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(Map.of(container, size)));
  }

  private static Work image(String container) {
    return new Work(new TreeMap<>(Map.of(container, "v2")), new TreeMap<>(), new TreeMap<>());
  }

  /// The image of `side` is still to be written, or its size where the revision has one.
  private static InPlaceState halfway(String revision, boolean isResize) {
    var state = begun(revision, isResize, Optional.empty());
    return new InPlaceState(
        revision,
        state.since(),
        state.last(),
        state.scope(),
        revision.contains("@") ? size("side") : image("side"),
        List.of("main"),
        List.of(),
        Optional.empty());
  }

  private static InPlaceState begun(String revision, boolean isResize, Optional<Grace> grace) {
    var last = new TreeMap<String, Identity>();
    if (!isResize && grace.isEmpty()) {
      last.put("main", new Identity("image-old", "container-old"));
    }
    return new InPlaceState(
        revision,
        Picture.NOW.minusSeconds(5),
        last,
        new Scope(!isResize, isResize, false),
        Work.NONE,
        List.of(),
        List.of(),
        grace);
  }

  private static Condition ready(Instant since) {
    return new Condition("Ready", true, "", Optional.of(since));
  }

  private static List<Container> containers(String state) {
    var waiting =
        switch (state) {
          case "pull" -> "ImagePullBackOff";
          case "crash" -> "CrashLoopBackOff";
          case "creating" -> "ContainerCreating";
          default -> "";
        };
    var isReady =
        List.of("ready", "fresh", "ahead", "renewed", "halfway", "resized").contains(state);
    var id =
        switch (state) {
          case "renewing" -> "container-old";
          case "creating" -> "";
          default -> "container-now";
        };
    var isSized = !List.of("resizing", "deferred", "infeasible").contains(state);
    return List.of(
        new Container("main", "image", "image-old", id, 0, isReady, waiting, isSized, true));
  }

  private static List<Container> initContainers(String state) {
    return state.equals("init")
        ? List.of(new Container("setup", "image", "", "", 3, false, "CrashLoopBackOff", true, true))
        : List.of();
  }

  private static SortedMap<String, String> claims(int ordinal, Rules rules) {
    var claims = new TreeMap<String, String>();
    var templates = new ArrayList<>(rules.claims());
    templates.removeAll(rules.list("new"));
    templates.addAll(rules.list("old"));
    templates.forEach(name -> claims.put(name, Names.claim(name, "web", ordinal)));
    return claims;
  }
}
