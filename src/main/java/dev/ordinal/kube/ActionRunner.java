package dev.ordinal.kube;

import dev.ordinal.api.JsonBytes;
import dev.ordinal.api.StatusWriter;
import dev.ordinal.kube.Api.Reply;
import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.read.ClaimReader;
import dev.ordinal.kube.read.ClassReader;
import dev.ordinal.kube.read.Decoder;
import dev.ordinal.kube.read.PodReader;
import dev.ordinal.kube.read.RevisionReader;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.run.Doubt;
import dev.ordinal.run.Judgement;
import dev.ordinal.run.Kind;
import dev.ordinal.run.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;

/// Turns an action into its request and the reply into an outcome. It never decides.
final class ActionRunner {
  private final Api api;
  private final Decoder<SetView> sets;

  ActionRunner(Api api, Decoder<SetView> sets) {
    this.api = api;
    this.sets = sets;
  }

  private Decoder<? extends View> decoder(Kind kind) {
    return switch (kind) {
      case SET -> sets;
      case POD -> new PodReader();
      case CLAIM -> new ClaimReader();
      case REVISION -> new RevisionReader();
      case CLASS -> new ClassReader();
    };
  }

  Outcome perform(String namespace, Action action) {
    return switch (action) {
      case Action.ConfirmSet confirm -> confirm(namespace, confirm);
      case Action.CheckTemplate check -> check(namespace, check);
      case Action.CreateRevision(_, var body) -> create(namespace, action, body);
      case Action.CreateClaim(_, _, var body) -> create(namespace, action, body);
      case Action.CreatePod(_, _, var body) -> create(namespace, action, body);
      case Action.PatchRevision(_, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchClaim(_, var body) -> patch(namespace, action, "", body);
      case Action.GrowClaim(_, _, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchPod(_, _, var body) -> patch(namespace, action, "", body);
      case Action.PatchPodStatus(_, _, var body) -> patch(namespace, action, "/status", body);
      case Action.ResizePod(_, var body) -> patch(namespace, action, "/resize", body);
      case Action.DeleteRevision(_, var uid) -> delete(namespace, action, onlyIf(uid));
      case Action.DeletePod(_, var uid, var version, _) ->
          delete(
              namespace,
              action,
              version.isEmpty()
                  ? onlyIf(uid)
                  : onlyIf(uid)
                      .with("resourceVersion", Json.of(Long.toString(version.getAsLong()))));
    };
  }

  private Outcome create(String namespace, Action action, Json.Obj body) {
    var kind = Kind.of(action);
    var path = Paths.all(kind, Optional.of(namespace));
    return send(kind, Request.post(path, JsonText.write(body)));
  }

  /// A strategic merge, so that lists keep what others put into them.
  private Outcome patch(String namespace, Action action, String part, Json.Obj body) {
    var path = Paths.one(Kind.of(action), namespace, action.target()) + part;
    return send(Kind.of(action), Request.strategicPatch(path, JsonText.write(body)));
  }

  private Outcome delete(String namespace, Action action, Json.Obj preconditions) {
    var path = Paths.one(Kind.of(action), namespace, action.target());
    var options = JsonText.write(Json.of("preconditions", preconditions));
    return send(Kind.of(action), Request.delete(path, options));
  }

  private static Json.Obj onlyIf(String uid) {
    return Json.of("uid", Json.of(uid));
  }

  private Outcome confirm(String namespace, Action.ConfirmSet action) {
    var outcome = fetch(namespace, new Doubt(Kind.SET, action.target()));
    return switch (outcome) {
      case Outcome.Done(var view) ->
          view.filter(set -> set.uid().equals(action.uid()) && !set.meta().isTerminating())
                  .isPresent()
              ? outcome
              : new Outcome.Conflict("the set has been deleted in the meantime");
      case Outcome.Judged _,
          Outcome.Conflict _,
          Outcome.Gone _,
          Outcome.Refused _,
          Outcome.Unreachable _ ->
          outcome;
    };
  }

  /// The first refusal counts. A name that is taken means that everything else was in order.
  private Outcome check(String namespace, Action.CheckTemplate check) {
    var bodies = new ArrayList<Request>();
    bodies.add(dryRun(Kind.POD, namespace, check.pod()));
    check.claims().forEach(claim -> bodies.add(dryRun(Kind.CLAIM, namespace, claim)));
    for (var request : bodies) {
      try {
        var reply = api.send(request);
        var judgement = Judgement.of(reply.code(), reply.isSuccess() ? "" : words(reply));
        if (judgement.isRefused()) {
          return new Outcome.Judged(judgement);
        }
      } catch (Unreachable _) {
        return new Outcome.Judged(Judgement.UNKNOWN);
      }
    }
    return new Outcome.Judged(Judgement.UNKNOWN);
  }

  private static Request dryRun(Kind kind, String namespace, Json.Obj body) {
    var path = Paths.all(kind, Optional.of(namespace)) + "?dryRun=All&fieldValidation=Strict";
    return Request.post(path, JsonText.write(body));
  }

  /// The status was folded from this very view; on a newer one the server refuses it.
  Outcome writeStatus(SetView set, SetStatus status) {
    var version = Json.of("resourceVersion", Json.of(Long.toString(set.meta().version())));
    var body = StatusWriter.patch(status).with("metadata", version);
    var path = Paths.one(Kind.SET, set.meta().namespace(), set.name()) + "/status";
    return send(Kind.SET, Request.mergePatch(path, JsonText.write(body)));
  }

  /// The object as it is now: `Done` without a view says that it does not exist.
  Outcome fetch(String namespace, Doubt doubt) {
    var path = Paths.one(doubt.kind(), namespace, doubt.name());
    var outcome = send(doubt.kind(), Request.get(path));
    return outcome instanceof Outcome.Gone ? new Outcome.Done(Optional.empty()) : outcome;
  }

  private Outcome send(Kind kind, Request request) {
    try {
      return outcome(kind, api.send(request));
    } catch (Unreachable e) {
      return new Outcome.Unreachable(String.valueOf(e.getMessage()), !e.isOutcomeKnown());
    }
  }

  private Outcome outcome(Kind kind, Reply reply) {
    if (reply.isSuccess()) {
      return new Outcome.Done(view(kind, reply.body()));
    }
    var words = words(reply);
    return switch (reply.code()) {
      case 404 -> new Outcome.Gone(words);
      case 409 -> new Outcome.Conflict(words);
      case 429 -> new Outcome.Unreachable(words, false);
      default ->
          reply.code() >= 500 ? new Outcome.Unreachable(words, true) : new Outcome.Refused(words);
    };
  }

  /// A delete that removed the object at once is answered with a Status instead of the object.
  private Optional<View> view(Kind kind, byte[] body) {
    try {
      var view = decoder(kind).read(body);
      return view.uid().isEmpty() ? Optional.empty() : Optional.of(view);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static String words(Reply reply) {
    try {
      return JsonBytes.readObject(reply.body()).text("message");
    } catch (IOException _) {
      return "the API server answered " + reply.code();
    }
  }
}
