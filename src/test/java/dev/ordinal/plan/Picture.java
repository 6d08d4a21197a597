package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Json;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Draws a snapshot from two lines of text:
///
/// ```
/// Picture.of("replicas=3 template=v1", "0:v1:ready 1:v1:starting")
/// ```
///
/// The set is called `web`; a revision is named by its image, so `v1` is both. Pod states: `ready`
/// (for an hour), `fresh` (ready since now), `starting`, `unready`, `failed`, `done`, `gone`
/// (terminating).
public record Picture(
    String rules, String pods, List<ClaimView> claims, SetStatus status, List<Failure> failures) {
  public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  public static Picture of(String rules, String pods) {
    return new Picture(rules, pods, List.of(), SetStatus.NONE, List.of());
  }

  public Picture with(SetStatus seen) {
    return new Picture(rules, pods, claims, seen, failures);
  }

  public Picture claim(String name, String state) {
    var deleted = state.equals("gone") ? Optional.of(NOW) : Optional.<Instant>empty();
    var claim =
        new ClaimView(
            meta(name, "claim-" + name, deleted), "Bound", Optional.empty(), List.of(), "", "");
    return new Picture(
        rules, pods, Stream.concat(claims.stream(), Stream.of(claim)).toList(), status, failures);
  }

  /// The creation of these has just failed and is due again in ten seconds.
  public Picture failing(String... targets) {
    var failed =
        Stream.of(targets)
            .map(target -> new Failure("Create", target, "quota", NOW.plusSeconds(10)))
            .toList();
    return new Picture(rules, pods, claims, status, failed);
  }

  public Snapshot snapshot() {
    var rule = Rules.parse(rules);
    var set = new SetView(meta("web", "set", rule.deleted()), rule.spec(), status, rule.faults());
    var revisions = new ArrayList<RevisionView>();
    for (var name : rule.revisions()) {
      var number = revisions.size() + 1;
      var payload = Revision.payload(Rules.template(name));
      revisions.add(new RevisionView(meta(name, "rev-" + name, Optional.empty()), number, payload));
    }
    return new Snapshot(set, podViews(), claims, revisions, failures, NOW);
  }

  public Plan plan() {
    return Planner.plan(snapshot());
  }

  public String show() {
    return Sketch.show(plan());
  }

  private List<PodView> podViews() {
    return Stream.of(pods.split(" ")).filter(pod -> !pod.isEmpty()).map(Picture::pod).toList();
  }

  private static PodView pod(String text) {
    var part = text.split(":");
    var name = Names.pod("web", Integer.parseInt(part[0]));
    var state = part[2];
    var labels = new TreeMap<String, String>();
    labels.put(Names.REVISION_LABEL, part[1]);
    var deleted = state.equals("gone") ? Optional.of(NOW) : Optional.<Instant>empty();
    var meta = meta(name, "pod-" + part[0], deleted);
    return new PodView(
        new Meta(
            meta.namespace(),
            name,
            meta.uid(),
            1,
            1,
            labels,
            new TreeMap<>(),
            List.of(),
            List.of(),
            meta.createdAt(),
            deleted),
        phase(state),
        "node-1",
        ready(state).stream().toList(),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static Phase phase(String state) {
    return switch (state) {
      case "ready", "fresh", "unready", "gone" -> Phase.RUNNING;
      case "starting" -> Phase.PENDING;
      case "failed" -> Phase.FAILED;
      case "done" -> Phase.SUCCEEDED;
      default -> throw new IllegalArgumentException("unknown pod state " + state);
    };
  }

  private static Optional<Condition> ready(String state) {
    return switch (state) {
      case "ready", "gone" -> Optional.of(ready(NOW.minus(Duration.ofHours(1))));
      case "fresh" -> Optional.of(ready(NOW));
      default -> Optional.empty();
    };
  }

  private static Condition ready(Instant since) {
    return new Condition("Ready", true, "", Optional.of(since));
  }

  static Meta meta(String name, String uid, Optional<Instant> deletedAt) {
    return new Meta(
        "shop",
        name,
        uid,
        1,
        7,
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        NOW.minus(Duration.ofDays(1)),
        deletedAt);
  }

  /// The image of the only container: what tells the revisions of a picture apart.
  static Json.Obj template(String image) {
    return Rules.template(image);
  }
}
