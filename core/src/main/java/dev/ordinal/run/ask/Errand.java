package dev.ordinal.run.ask;

import dev.ordinal.model.Json;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import dev.ordinal.run.ask.Call.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// One thing to be done at the API server: mostly one request, and what its answer means for it.
public final class Errand {
  private final List<Call> calls;
  private final Function<Answer, Optional<Outcome>> meaning;
  private int made;

  private Errand(List<Call> calls, Function<Answer, Optional<Outcome>> meaning) {
    this.calls = List.copyOf(calls);
    this.meaning = meaning;
  }

  public static Errand of(String namespace, Action action) {
    return switch (action) {
      case Action.ConfirmSet confirm -> confirm(namespace, confirm);
      case Action.CheckTemplate check -> check(namespace, check);
      case Action.CompareTemplates compare -> compare(namespace, compare);
      case Action.CreateRevision(_, var body) -> one(namespace, action, Verb.CREATE, body);
      case Action.CreateClaim(_, _, var body) -> one(namespace, action, Verb.CREATE, body);
      case Action.CreatePod(_, _, var body) -> one(namespace, action, Verb.CREATE, body);
      case Action.CreatePuller(_, _, var body) -> one(namespace, action, Verb.CREATE, body);
      case Action.CreateJob(_, var body) -> one(namespace, action, Verb.CREATE, body);
      // Custom resources know no other patch.
      case Action.UnlockJob(_, var body) -> one(namespace, action, Verb.MERGE_PATCH, body);
      case Action.DeleteJob(_, var uid) ->
          one(namespace, action, Verb.DELETE, onlyIf(uid, OptionalLong.empty()));
      case Action.PatchRevision(_, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchClaim(_, var body) -> patch(namespace, action, "", body);
      case Action.GrowClaim(_, _, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchPod(_, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchPodStatus(_, _, var body) -> patch(namespace, action, "/status", body);
      case Action.CheckResize(_, var body) ->
          resized(resize(namespace, action, Verb.DRY_RUN, body), Errand::checked);
      case Action.ResizePod(_, var body) ->
          resized(resize(namespace, action, Verb.STRATEGIC_PATCH, body), Errand::outcome);
      case Action.DeleteRevision(_, var uid) ->
          one(namespace, action, Verb.DELETE, onlyIf(uid, OptionalLong.empty()));
      case Action.DeletePod(_, var uid, var version, _) ->
          one(namespace, action, Verb.DELETE, onlyIf(uid, version));
    };
  }

  /// The object as it is now: `Done` without a view says that it does not exist.
  public static Errand fetch(String namespace, UnconfirmedWrite unconfirmed) {
    var call =
        new Call(Verb.GET, unconfirmed.kind(), namespace, unconfirmed.name(), "", Json.EMPTY);
    return new Errand(
        List.of(call),
        answer ->
            Optional.of(
                answer.outcome() instanceof Outcome.Gone
                    ? new Outcome.Done(Optional.empty())
                    : answer.outcome()));
  }

  /// The status was folded from this very view; on a newer one the server refuses it.
  public static Errand report(View view, Json.Obj status) {
    var meta = view.meta();
    var version = Json.of("resourceVersion", Json.of(Long.toString(meta.version())));
    return plain(
        new Call(
            Verb.MERGE_PATCH,
            Kind.of(view),
            meta.namespace(),
            meta.name(),
            "/status",
            status.with("metadata", version)));
  }

  /// A strategic merge, so that lists keep what others put into them.
  private static Errand patch(String namespace, Action action, String part, Json.Obj body) {
    return plain(
        new Call(Verb.STRATEGIC_PATCH, Kind.of(action), namespace, action.target(), part, body));
  }

  private static Call resize(String namespace, Action action, Verb verb, Json.Obj body) {
    return new Call(verb, Kind.POD, namespace, action.target(), "/resize", body);
  }

  /// A server that knows no resizes answers like one that does not know the pod, in other words.
  private static Errand resized(Call call, Function<Answer, Outcome> meaning) {
    var gone = "pods \"%s\" not found".formatted(call.name());
    return new Errand(
        List.of(call),
        answer -> {
          var outcome = meaning.apply(answer);
          return Optional.of(
              outcome instanceof Outcome.Gone(var words) && !words.equals(gone)
                  ? new Outcome.Refused("it knows no pods/resize: " + words)
                  : outcome);
        });
  }

  /// A full quota refuses a new pod as well, so that the old one stays as it is and the resize is
  /// tried again.
  private static Outcome outcome(Answer answer) {
    return answer.outcome() instanceof Outcome.Refused(var words)
            && Judgement.isQuotaExceeded(words)
        ? new Outcome.Unreachable(words, false)
        : answer.outcome();
  }

  /// What a dry run of a resize says.
  private static Outcome checked(Answer answer) {
    return switch (outcome(answer)) {
      case Outcome.Done _ -> new Outcome.Judged(Judgement.UNKNOWN);
      case Outcome.Refused(var words) when Judgement.isDryRunUnsupported(words) ->
          new Outcome.Judged(Judgement.UNKNOWN);
      case Outcome.Unreachable(var words, _) -> new Outcome.Unreachable(words, false);
      case Outcome.Refused refused -> refused;
      case Outcome.Gone gone -> gone;
      case Outcome.Conflict conflict -> conflict;
      case Outcome.Judged judged -> judged;
      case Outcome.Compared compared -> compared;
    };
  }

  private static Errand one(String namespace, Action action, Verb verb, Json.Obj body) {
    return plain(new Call(verb, Kind.of(action), namespace, action.target(), "", body));
  }

  private static Errand plain(Call call) {
    return new Errand(List.of(call), answer -> Optional.of(answer.outcome()));
  }

  private static Json.Obj onlyIf(String uid, OptionalLong version) {
    var pinned = Json.of("uid", Json.of(uid));
    return Json.of(
        "preconditions",
        version.isEmpty()
            ? pinned
            : pinned.with("resourceVersion", Json.of(Long.toString(version.getAsLong()))));
  }

  private static Errand confirm(String namespace, Action.ConfirmSet action) {
    var call = new Call(Verb.GET, Kind.SET, namespace, action.target(), "", Json.EMPTY);
    return new Errand(List.of(call), answer -> Optional.of(confirmed(answer.outcome(), action)));
  }

  private static Outcome confirmed(Outcome outcome, Action.ConfirmSet action) {
    if (!(outcome instanceof Outcome.Done(var view))) {
      return outcome;
    }
    var set = view.filter(each -> each.uid().equals(action.uid()) && !each.meta().isTerminating());
    if (set.isEmpty()) {
      return new Outcome.Conflict("the set has been deleted in the meantime");
    }
    var generation = set.get().meta().generation();
    return generation == action.generation().orElse(generation)
        ? outcome
        : new Outcome.Conflict("the set has been changed in the meantime");
  }

  /// The first refusal counts. A name that is taken means that everything else was in order.
  private static Errand check(String namespace, Action.CheckTemplate check) {
    var calls = new ArrayList<Call>();
    calls.add(new Call(Verb.DRY_RUN, Kind.POD, namespace, "", "", check.pod()));
    check
        .claims()
        .forEach(claim -> calls.add(new Call(Verb.DRY_RUN, Kind.CLAIM, namespace, "", "", claim)));
    return new Errand(
        calls,
        answer ->
            switch (answer) {
              case Answer.Lost _ -> Optional.of(new Outcome.Judged(Judgement.UNKNOWN));
              case Answer.Replied(var code, var words, _) ->
                  Optional.of(Judgement.of(code, words))
                      .filter(Judgement::isRefused)
                      .map(Outcome.Judged::new);
            });
  }

  /// Only two templates that the server has filled in can be compared: pods would be updated for
  /// whatever else counted as a difference, be it a missing right or a full quota.
  private static Errand compare(String namespace, Action.CompareTemplates compare) {
    var filled = new ArrayList<Json.Obj>();
    return new Errand(
        List.of(
            new Call(
                Verb.DRY_RUN, Kind.TEMPLATE, namespace, "", "", Bodies.template(compare.older())),
            new Call(
                Verb.DRY_RUN, Kind.TEMPLATE, namespace, "", "", Bodies.template(compare.newer()))),
        answer ->
            switch (answer.outcome()) {
              case Outcome.Done(var view) when view.orElse(null) instanceof RevisionView found -> {
                filled.add(Revision.template(found));
                yield Optional.of(filled)
                    .filter(both -> both.size() == 2)
                    .map(both -> Template.isSame(both.getFirst(), both.getLast()))
                    .map(Outcome.Compared::new);
              }
              case Outcome.Unreachable(var words, _) -> unknown(words);
              case Outcome.Done _ -> unknown("the answer shows no template");
              case Outcome.Gone(var words) -> unknown(words);
              case Outcome.Conflict(var words) -> unknown(words);
              case Outcome.Refused refused -> Optional.of(refused);
              case Outcome.Judged judged -> Optional.of(judged);
              case Outcome.Compared compared -> Optional.of(compared);
            });
  }

  private static Optional<Outcome> unknown(String words) {
    return Optional.of(new Outcome.Unreachable(words, false));
  }

  /// The request to make now.
  public Call call() {
    return calls.get(made);
  }

  /// Takes the answer. Empty when another request is due.
  public Optional<Outcome> take(Answer answer) {
    made++;
    var meant = meaning.apply(answer);
    return meant.isPresent() || made < calls.size()
        ? meant
        : Optional.of(new Outcome.Judged(Judgement.UNKNOWN));
  }
}
