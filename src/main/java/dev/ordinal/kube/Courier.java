package dev.ordinal.kube;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.JsonBytes;
import dev.ordinal.api.MetaParser;
import dev.ordinal.kube.Api.Reply;
import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.read.ClaimReader;
import dev.ordinal.kube.read.ClassReader;
import dev.ordinal.kube.read.Decoder;
import dev.ordinal.kube.read.NodeReader;
import dev.ordinal.kube.read.PodReader;
import dev.ordinal.kube.read.RevisionReader;
import dev.ordinal.model.JobView;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Errand;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import java.io.IOException;
import java.util.Optional;

/// Carries errands to the API server over HTTP. It never decides.
final class Courier {
  static final Decoder<JobView> JOBS = Decoder.ofTree(JobParser::parse);

  private static final Decoder<RevisionView> TEMPLATES =
      Decoder.ofTree(
          found ->
              new RevisionView(
                  MetaParser.parse(found.object("metadata")),
                  0,
                  Revision.payload(found.object("template"))));

  private final Api api;
  private final Decoder<SetView> sets;

  Courier(Api api, Decoder<SetView> sets) {
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
      case JOB -> JOBS;
      case NODE -> new NodeReader();
      case TEMPLATE -> TEMPLATES;
    };
  }

  Outcome run(Errand errand) {
    var outcome = Optional.<Outcome>empty();
    while (outcome.isEmpty()) {
      outcome = errand.take(ask(errand.call()));
    }
    return outcome.get();
  }

  private Answer ask(Call call) {
    try {
      var reply = api.send(request(call));
      return reply.isSuccess()
          ? new Answer.Replied(reply.code(), "", view(call.kind(), reply.body()))
          : new Answer.Replied(reply.code(), words(reply), Optional.empty());
    } catch (Unreachable e) {
      return new Answer.Lost(String.valueOf(e.getMessage()), !e.isOutcomeKnown());
    }
  }

  private static Request request(Call call) {
    var all = Paths.all(call.kind(), Optional.of(call.namespace()));
    var one = all + "/" + call.name() + call.part();
    var body = JsonText.write(call.body());
    return switch (call.verb()) {
      case GET -> Request.get(one);
      case CREATE -> Request.post(all, body);
      case DRY_RUN -> Request.post(all + "?dryRun=All&fieldValidation=Strict", body);
      case MERGE_PATCH -> Request.mergePatch(one, body);
      case STRATEGIC_PATCH -> Request.strategicPatch(one, body);
      case DELETE -> Request.delete(one, body);
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
