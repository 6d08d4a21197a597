package dev.ordinal.kube;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.StatusWriter;
import dev.ordinal.kube.Api.Reply;
import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.read.ClaimReader;
import dev.ordinal.kube.read.Decoder;
import dev.ordinal.kube.read.JsonReader;
import dev.ordinal.kube.read.PodReader;
import dev.ordinal.kube.read.RevisionReader;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.run.Doubt;
import dev.ordinal.run.Kind;
import dev.ordinal.run.Outcome;
import java.io.IOException;
import java.util.Optional;

/// Turns an action into its request and the reply into an outcome. It never decides.
final class ActionRunner {
  private final Api api;

  ActionRunner(Api api) {
    this.api = api;
  }

  static Decoder<? extends View> decoder(Kind kind) {
    return switch (kind) {
      case SET -> Decoder.ofTree(SetParser::parse);
      case POD -> new PodReader();
      case CLAIM -> new ClaimReader();
      case REVISION -> new RevisionReader();
    };
  }

  Outcome perform(String namespace, Action action) {
    return send(Kind.of(action), request(namespace, action));
  }

  private static Request request(String namespace, Action action) {
    var kind = Kind.of(action);
    var all = Paths.all(kind, Optional.of(namespace));
    return switch (action) {
      case Action.CreateRevision(_, var body) -> Request.post(all, JsonText.write(body));
      case Action.CreateClaim(_, var body) -> Request.post(all, JsonText.write(body));
      case Action.CreatePod(_, _, var body) -> Request.post(all, JsonText.write(body));
      case Action.DeletePod(var pod, var uid, _) ->
          Request.delete(Paths.one(kind, namespace, pod), onlyIf(uid));
    };
  }

  private static String onlyIf(String uid) {
    return JsonText.write(Json.of("preconditions", Json.of("uid", Json.of(uid))));
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

  private static Outcome outcome(Kind kind, Reply reply) {
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
  private static Optional<View> view(Kind kind, byte[] body) {
    try {
      var view = decoder(kind).read(body);
      return view.uid().isEmpty() ? Optional.empty() : Optional.of(view);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static String words(Reply reply) {
    try {
      return JsonReader.readObject(reply.body()).text("message");
    } catch (IOException _) {
      return "the API server answered " + reply.code();
    }
  }
}
