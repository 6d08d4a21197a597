package dev.ordinal.run.ask;

import dev.ordinal.model.RevisionView;
import dev.ordinal.model.View;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan.Chain;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One request to the API server, as data, and what its reply means.
public record ApiRequest(Origin origin, Verb verb, Path path, Json.Obj body) {

  /// What is done to the object. A dry run changes nothing: without a name it is that of a creation
  /// with strict validation of fields, with a name that of a strategic patch.
  public enum Verb {
    GET,
    CREATE,
    DRY_RUN,
    MERGE_PATCH,
    STRATEGIC_PATCH,
    DELETE
  }

  /// The object that the request is about. `subresource` is empty, or begins with a slash.
  public record Path(Kind kind, String namespace, String name, String subresource) {}

  /// What a request is made for, which decides how its reply is read.
  public sealed interface Origin {
    /// The first action of a chain; the others follow when it has succeeded. An action that needs
    /// several requests makes one after the other: `number` counts them from zero, and `previous`
    /// is the object in the reply to the one before.
    record Planned(Chain chain, int number, Optional<View> previous) implements Origin {
      public Planned(Chain chain) {
        this(chain, 0, Optional.empty());
      }

      public Action action() {
        return chain.actions().getFirst();
      }

      /// What is left of the chain after this action.
      public Optional<Chain> rest() {
        var actions = chain.actions();
        return Optional.of(new Chain(actions.subList(1, actions.size())))
            .filter(rest -> !rest.actions().isEmpty());
      }

      private Planned next(Optional<View> replied) {
        return new Planned(chain, number + 1, replied);
      }
    }

    /// A read of what an earlier request may have changed.
    record Confirmation(UnconfirmedWrite write) implements Origin {}

    /// A write of the status.
    record StatusReport() implements Origin {}
  }

  /// The request for an action that stands alone.
  public static ApiRequest of(String namespace, Action action) {
    return of(namespace, new Chain(List.of(action)));
  }

  /// The request for the first action of a chain.
  public static ApiRequest of(String namespace, Chain chain) {
    return of(namespace, new Origin.Planned(chain));
  }

  private static ApiRequest of(String namespace, Origin.Planned origin) {
    var action = origin.action();
    var path = new Path(Kind.of(action), namespace, action.target(), "");
    return switch (action) {
      case Action.ConfirmSet _ -> new ApiRequest(origin, Verb.GET, path, Json.EMPTY);
      case Action.CheckTemplate check -> check(namespace, origin, check);
      case Action.CompareTemplates compare -> compare(namespace, origin, compare);
      case Action.CreateRevision(_, var body) -> new ApiRequest(origin, Verb.CREATE, path, body);
      case Action.CreateClaim(_, _, var body) -> new ApiRequest(origin, Verb.CREATE, path, body);
      case Action.CreatePod(_, _, var body) -> new ApiRequest(origin, Verb.CREATE, path, body);
      case Action.CreatePuller(_, _, var body) -> new ApiRequest(origin, Verb.CREATE, path, body);
      case Action.CreateJob(_, var body) -> new ApiRequest(origin, Verb.CREATE, path, body);
      // Custom resources support no strategic patch.
      case Action.UnlockJob(_, var body) -> new ApiRequest(origin, Verb.MERGE_PATCH, path, body);
      case Action.PatchRevision(_, _, var body) -> patch(origin, path, body);
      case Action.PatchClaim(_, var body) -> patch(origin, path, body);
      case Action.GrowClaim(_, _, _, var body) -> patch(origin, path, body);
      case Action.PatchPod(_, _, var body) -> patch(origin, path, body);
      case Action.PatchPodStatus(_, _, var body) -> patch(origin, part(path, "/status"), body);
      case Action.ResizePod(_, var body) -> patch(origin, part(path, "/resize"), body);
      case Action.CheckResize(_, var body) ->
          new ApiRequest(origin, Verb.DRY_RUN, part(path, "/resize"), body);
      case Action.DeleteJob(_, var uid) -> delete(origin, path, onlyIf(uid, OptionalLong.empty()));
      case Action.DeleteRevision(_, var uid) ->
          delete(origin, path, onlyIf(uid, OptionalLong.empty()));
      case Action.DeletePod(_, var uid, var version, _) ->
          delete(origin, path, onlyIf(uid, version));
    };
  }

  /// Reads the object as it is now: `Done` without a view says that it does not exist.
  public static ApiRequest confirm(String namespace, UnconfirmedWrite write) {
    var path = new Path(write.kind(), namespace, write.name(), "");
    return new ApiRequest(new Origin.Confirmation(write), Verb.GET, path, Json.EMPTY);
  }

  /// The status was computed from this very view: on a newer one the server refuses it.
  public static ApiRequest report(View view, Json.Obj status) {
    var meta = view.meta();
    var path = new Path(Kind.of(view), meta.namespace(), meta.name(), "/status");
    var version = Json.of("resourceVersion", Json.of(Long.toString(meta.version())));
    var body = status.with("metadata", version);
    return new ApiRequest(new Origin.StatusReport(), Verb.MERGE_PATCH, path, body);
  }

  private static Path part(Path path, String subresource) {
    return new Path(path.kind(), path.namespace(), path.name(), subresource);
  }

  /// A strategic merge, so that lists keep the items of other writers.
  private static ApiRequest patch(Origin origin, Path path, Json.Obj body) {
    return new ApiRequest(origin, Verb.STRATEGIC_PATCH, path, body);
  }

  private static ApiRequest delete(Origin origin, Path path, Json.Obj options) {
    return new ApiRequest(origin, Verb.DELETE, path, options);
  }

  private static Json.Obj onlyIf(String uid, OptionalLong version) {
    var pinned = Json.of("uid", Json.of(uid));
    return Json.of(
        "preconditions",
        version.isEmpty()
            ? pinned
            : pinned.with("resourceVersion", Json.of(Long.toString(version.getAsLong()))));
  }

  /// The pod first, then each claim.
  private static ApiRequest check(
      String namespace, Origin.Planned origin, Action.CheckTemplate check) {
    var isPod = origin.number() == 0;
    var body = isPod ? check.pod() : check.claims().get(origin.number() - 1);
    var path = new Path(isPod ? Kind.POD : Kind.CLAIM, namespace, "", "");
    return new ApiRequest(origin, Verb.DRY_RUN, path, body);
  }

  /// The older template first, then the newer one.
  private static ApiRequest compare(
      String namespace, Origin.Planned origin, Action.CompareTemplates compare) {
    var template = origin.number() == 0 ? compare.older() : compare.newer();
    var path = new Path(Kind.TEMPLATE, namespace, "", "");
    return new ApiRequest(origin, Verb.DRY_RUN, path, Bodies.template(template));
  }

  public Kind kind() {
    return path.kind();
  }

  public String name() {
    return path.name();
  }

  public String subresource() {
    return path.subresource();
  }

  /// The action that the request carries out, if it is made for one.
  public Optional<Action> action() {
    return origin instanceof Origin.Planned planned
        ? Optional.of(planned.action())
        : Optional.empty();
  }

  /// Neither reads nor dry runs change anything.
  public boolean isWrite() {
    return verb != Verb.GET && verb != Verb.DRY_RUN;
  }

  /// What this reply means for the request.
  public Outcome replied(int code, String words, Optional<View> view) {
    var message = PlainText.of(words);
    var outcome = Outcome.of(code, message, view);
    return switch (origin) {
      case Origin.StatusReport _ -> outcome;
      case Origin.Confirmation _ ->
          outcome instanceof Outcome.Gone ? new Outcome.Done(Optional.empty()) : outcome;
      case Origin.Planned planned ->
          switch (planned.action()) {
            case Action.ConfirmSet confirm -> confirmed(outcome, confirm);
            case Action.CheckTemplate check ->
                DryRunReply.isRefusal(code, message)
                    ? new Outcome.Checked(true, message)
                    : checked(planned, check);
            case Action.CompareTemplates _ -> compared(planned, outcome);
            case Action.CheckResize _ -> ResizeReply.checked(name(), outcome);
            case Action.ResizePod _ -> ResizeReply.resized(name(), outcome);
            case Action.CreateRevision _,
                Action.CreateClaim _,
                Action.CreatePod _,
                Action.CreatePuller _,
                Action.CreateJob _,
                Action.UnlockJob _,
                Action.PatchRevision _,
                Action.PatchClaim _,
                Action.GrowClaim _,
                Action.PatchPod _,
                Action.PatchPodStatus _,
                Action.DeleteJob _,
                Action.DeleteRevision _,
                Action.DeletePod _ ->
                outcome;
          };
    };
  }

  /// What it means that no reply came. A dry run has changed nothing, so that nothing has to be
  /// confirmed; a template that could not be checked is not refused, for its creation will show.
  public Outcome lost(String message, boolean mayHaveHappened) {
    if (action().filter(Action.CheckTemplate.class::isInstance).isPresent()) {
      return Outcome.Checked.ACCEPTED;
    }
    return new Outcome.Unreachable(message, mayHaveHappened && verb != Verb.DRY_RUN);
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
  private Outcome checked(Origin.Planned planned, Action.CheckTemplate check) {
    return planned.number() < check.claims().size()
        ? new Outcome.Unfinished(of(path.namespace(), planned.next(Optional.empty())))
        : Outcome.Checked.ACCEPTED;
  }

  /// Only two templates that the server has filled in can be compared: if any other reply counted
  /// as a difference, a missing permission or an exceeded quota would update pods.
  private Outcome compared(Origin.Planned planned, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done(var view) when view.orElse(null) instanceof RevisionView found ->
          planned.previous().orElse(null) instanceof RevisionView older
              ? new Outcome.Compared(
                  Template.isSame(Revision.template(older), Revision.template(found)))
              : new Outcome.Unfinished(of(path.namespace(), planned.next(view)));
      case Outcome.Done _ -> new Outcome.Unreachable("the answer shows no template", false);
      case Outcome.Unreachable(var message, _) -> new Outcome.Unreachable(message, false);
      case Outcome.Gone(var message) -> new Outcome.Unreachable(message, false);
      case Outcome.Conflict(var message) -> new Outcome.Unreachable(message, false);
      case Outcome.Refused _, Outcome.Checked _, Outcome.Compared _, Outcome.Unfinished _ ->
          outcome;
    };
  }
}
