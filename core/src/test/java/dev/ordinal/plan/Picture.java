package dev.ordinal.plan;

import dev.ordinal.api.JobParser;
import dev.ordinal.model.ClaimView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.Snapshot.RefusedResize;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Draws a snapshot from two lines of text:
///
/// ```
/// Picture.of("replicas=3 template=v1", "0:v1:ready 1:v1:starting")
/// ```
///
/// The set is called `web`; a revision is named by its image, so `v1` is both. `Rules` and
/// `PodSketch` tell what the words mean.
public record Picture(
    String rules,
    String pods,
    List<ClaimView> claims,
    SetStatus status,
    List<Failure> failures,
    List<String> taken) {
  public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  public static final Owner SET = new Owner(Names.API_VERSION, Names.KIND, "web", "set", true);

  public static Picture of(String rules, String pods) {
    return new Picture(rules, pods, List.of(), SetStatus.NONE, List.of(), List.of());
  }

  /// The status that was last written.
  public Picture with(SetStatus seen) {
    return new Picture(rules, pods, claims, seen, failures, taken);
  }

  /// A claim that is `bound`, `terminating`, or `bare` (bound, without the set's labels), with its
  /// owners.
  public Picture claim(String name, String state, Owner... owners) {
    var deleted = state.equals("terminating") ? Optional.of(NOW) : Optional.<Instant>empty();
    var labelled = meta(name, "claim-" + name, deleted, List.of(owners));
    var meta =
        state.equals("bare") ? with(labelled, new TreeMap<>(), labelled.annotations()) : labelled;
    var claim = new ClaimView(meta, "Bound", Optional.empty(), List.of(), "", "", List.of());
    var all = Stream.concat(claims.stream(), Stream.of(claim)).toList();
    return new Picture(rules, pods, all, status, failures, taken);
  }

  /// Claims with their sizes, as `ClaimSketch` reads them.
  public Picture claims(String sized) {
    return new Picture(rules, pods, ClaimSketch.all(sized), status, failures, taken);
  }

  /// The creation of these has just failed and is due again in ten seconds.
  public Picture failing(String... targets) {
    return failed("Create", NOW.plusSeconds(10), targets);
  }

  /// The API server refused to change these, which is due again at that moment.
  public Picture refused(Instant retryAt, String... targets) {
    var refused =
        Stream.of(targets)
            .map(target -> new Failure("Update", target, "no right to delete", retryAt, true))
            .toList();
    return new Picture(rules, pods, claims, status, refused, taken);
  }

  /// A request of ours failed and is due again at that moment.
  public Picture failed(String verb, Instant retryAt, String... targets) {
    var failed =
        Stream.of(targets).map(target -> new Failure(verb, target, "quota", retryAt)).toList();
    return new Picture(rules, pods, claims, status, failed, taken);
  }

  /// Requests of ours that failed, each for a cause of its own.
  public Picture failed(Failure... failed) {
    return new Picture(rules, pods, claims, status, List.of(failed), taken);
  }

  /// Others have revisions of these names.
  public Picture taken(String... revisions) {
    return new Picture(rules, pods, claims, status, failures, List.of(revisions));
  }

  public Snapshot snapshot() {
    var rule = Rules.parse(rules);
    var meta = noted(meta("web", "set", rule.deleted(), List.of()), rule);
    var set = new SetView(meta, rule.spec(), status(rule), rule.faults());
    var revisions = new ArrayList<RevisionView>();
    for (var name : rule.revisions()) {
      var owners = rule.has("orphanRevisions") ? List.<Owner>of() : List.of(SET);
      var number = revisions.size() + 1;
      var payload = Revision.payload(Rules.template(name));
      var revision = asked(meta(name, "rev-" + name, Optional.empty(), owners), rule);
      revisions.add(new RevisionView(revision, number, payload));
    }
    var findings =
        new Findings(failures, dryRun(rule), taken, refusedResizes(rule), Optional.empty(), false);
    return new Snapshot(
        set,
        PodSketch.all(pods, rule),
        claims,
        revisions,
        rule.has("hiddenClasses") ? Optional.empty() : Optional.of(ClaimSketch.CLASSES),
        rule.list("overlapping"),
        rule.list("jobs").stream().map(Picture::job).toList(),
        findings,
        NOW);
  }

  /// A job that pulls ahead for the set.
  private static JobView job(String name) {
    var spec = Json.of("image", Json.of("app"));
    var parsed = JobParser.parse(Json.of("spec", spec));
    var meta = meta(name, "job-" + name, Optional.empty(), List.of(SET));
    return new JobView(meta, parsed.spec(), parsed.status(), List.of());
  }

  private static Meta noted(Meta meta, Rules rule) {
    return with(meta, meta.labels(), rule.annotations());
  }

  private static Meta asked(Meta meta, Rules rule) {
    var labels = new TreeMap<>(meta.labels());
    labels.put(Names.HASH_LABEL, "hash-" + meta.name());
    if (rule.list("asked").contains(meta.name())) {
      labels.put(Names.AHEAD_LABEL, "true");
    }
    return with(meta, labels, meta.annotations());
  }

  private static Meta with(
      Meta meta, SortedMap<String, String> labels, SortedMap<String, String> annotations) {
    return new Meta(
        meta.namespace(),
        meta.name(),
        meta.uid(),
        meta.version(),
        meta.generation(),
        labels,
        annotations,
        meta.owners(),
        meta.finalizers(),
        meta.createdAt(),
        meta.deletedAt());
  }

  private SetStatus status(Rules rule) {
    var current = rule.given().getOrDefault("current", "");
    return current.isEmpty()
        ? status
        : new SetStatus(
            status.observedGeneration(),
            status.counts(),
            current,
            status.updateRevision(),
            status.collisionCount(),
            status.labelSelector(),
            status.conditions(),
            status.volumeClaims(),
            status.holds());
  }

  private static Optional<DryRunResult> dryRun(Rules rule) {
    if (rule.has("unchecked")) {
      return Optional.empty();
    }
    var isOld = rule.has("refusedBefore");
    var until = isOld ? NOW : NOW.plusSeconds(60);
    var isRefused = isOld || rule.has("refused");
    var words = rule.has("malformed") ? "it cannot be handled as a Pod" : "no such policy";
    return Optional.of(new DryRunResult(rule.image(), isRefused, words, until));
  }

  private static List<RefusedResize> refusedResizes(Rules rule) {
    return rule.list("noResize").stream()
        .map(word -> word.split(":"))
        .map(
            part ->
                new RefusedResize(
                    part[0],
                    "too big",
                    switch (part.length == 1 ? "" : part[1]) {
                      case "ever" -> Optional.empty();
                      case "due" -> Optional.of(NOW);
                      default -> Optional.of(NOW.plusSeconds(30));
                    }))
        .toList();
  }

  public Plan<SetStatus> plan() {
    return Planner.plan(snapshot());
  }

  public String show() {
    return Sketch.show(plan());
  }

  /// The actions alone, on one line; `-` for none.
  public String actions() {
    var shown =
        plan().chains().stream()
            .flatMap(chain -> chain.actions().stream())
            .map(Sketch::show)
            .toList();
    return shown.isEmpty() ? "-" : String.join(", ", shown);
  }

  public static Owner pod(String name, String uid) {
    return new Owner("v1", "Pod", name, uid, true);
  }

  static Meta meta(String name, String uid, Optional<Instant> deletedAt, List<Owner> owners) {
    var labels = new TreeMap<String, String>();
    labels.put("app", "web");
    return new Meta(
        "shop",
        name,
        uid,
        1,
        7,
        labels,
        new TreeMap<>(),
        owners,
        List.of(),
        NOW.minusSeconds(60),
        deletedAt);
  }
}
