package dev.ordinal.run.admit;

import dev.ordinal.model.Meta;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import dev.ordinal.plan.report.HoldList;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.ask.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Plans a set before it is stored, as the controller would afterwards, and finds what it would
/// report as a mistake. Nothing is carried out but dry runs. Each of them is asked for once; what
/// is not answered counts as no mistake, because the controller asks again.
public final class Rehearsal {
  private final TreeSet<String> known;
  private final boolean isTemplateNew;
  private final TreeSet<String> asked = new TreeSet<>();
  private Snapshot seen;
  private Plan<SetStatus> plan;

  /// @param seen what is there, with the proposed set
  /// @param old the set as it is stored; its mistakes are no reason to refuse another change
  public Rehearsal(Snapshot seen, Optional<SetView> old) {
    this.known =
        old.stream()
            .flatMap(Mistakes::revealed)
            .flatMap(set -> Planner.plan(seen.with(set)).holds().stream())
            .filter(Mistakes::isOne)
            .map(Mistakes::kind)
            .collect(Collectors.toCollection(TreeSet::new));
    this.isTemplateNew = old.filter(set -> asksForTheSame(set, seen.set())).isEmpty();
    this.seen = seen;
    this.plan = plan();
  }

  /// The next dry run that the verdict depends on.
  public Optional<Action> next() {
    return plan.chains().stream()
        .flatMap(chain -> chain.actions().stream())
        .filter(action -> isTemplateNew && isDryRun(action))
        .filter(action -> !asked.contains(action.getClass().getSimpleName()))
        .findFirst();
  }

  public void answered(Action action, Outcome outcome) {
    asked.add(action.getClass().getSimpleName());
    var before = seen.findings();
    var dryRun = before.dryRun();
    var comparison = before.comparison();
    if (outcome instanceof Outcome.Checked(var isRefused, var words)) {
      dryRun =
          Optional.of(
              new DryRunResult(action.target(), isRefused, words, seen.now().plusSeconds(30)));
    }
    if (outcome instanceof Outcome.Compared(var isSame)
        && action instanceof Action.CompareTemplates(var revision, var written, _, _)) {
      comparison = Optional.of(new Comparison(revision, written, isSame));
    }
    var findings = new Findings(List.of(), dryRun, List.of(), List.of(), comparison, false);
    seen = seen.with(findings);
    plan = plan();
  }

  /// The first mistake that the stored set does not have, in the words of its condition.
  public Optional<String> refusal() {
    return plan.holds().stream()
        .filter(Mistakes::isOne)
        .filter(hold -> !known.contains(Mistakes.kind(hold)))
        .min(HoldList.order(seen.set()))
        .map(Hold::sentence);
  }

  /// The revision of a new template is recorded before the template is checked.
  private Plan<SetStatus> plan() {
    var next = Planner.plan(seen);
    var recorded =
        next.chains().stream()
            .flatMap(chain -> chain.actions().stream())
            .filter(Action.CreateRevision.class::isInstance)
            .findFirst();
    if (recorded.isEmpty()) {
      return next;
    }
    var revisions = new ArrayList<>(seen.revisions());
    revisions.add(revision(recorded.get().target()));
    seen = seen.withRevisions(revisions);
    return Planner.plan(seen);
  }

  private RevisionView revision(String name) {
    var set = seen.set();
    var owner = new Owner(Names.API_VERSION, Names.KIND, set.name(), set.uid(), true);
    var newest = seen.revisions().stream().mapToLong(RevisionView::number).max().orElse(0);
    var meta =
        new Meta(
            set.meta().namespace(),
            name,
            "rehearsed",
            0,
            0,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(owner),
            List.of(),
            seen.now(),
            Optional.empty());
    return new RevisionView(meta, newest + 1, Revision.payload(set.spec().template()));
  }

  private static boolean isDryRun(Action action) {
    return action instanceof Action.CheckTemplate || action instanceof Action.CompareTemplates;
  }

  /// Whether pods and claims of both would be the same to the API server.
  private static boolean asksForTheSame(SetView one, SetView other) {
    return Template.isSame(one.spec().template(), other.spec().template())
        && claims(one).equals(claims(other));
  }

  private static List<Json.Obj> claims(SetView set) {
    return set.spec().claimTemplates().stream().map(template -> template.body()).toList();
  }
}
