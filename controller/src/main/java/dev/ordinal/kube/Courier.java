package dev.ordinal.kube;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.MetaParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.kube.Api.Reply;
import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.model.JobView;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Call.Verb;
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

  /// `flow` is the set or job that the errand is for.
  Outcome run(Errand errand, String flow) {
    var outcome = Optional.<Outcome>empty();
    while (outcome.isEmpty()) {
      outcome = errand.take(ask(errand.call(), flow));
    }
    return outcome.get();
  }

  private Answer ask(Call call, String flow) {
    try {
      var reply = api.send(request(call).withFlow(flow));
      return reply.isSuccess()
          ? read(call, reply)
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
      case DRY_RUN ->
          call.name().isEmpty()
              ? Request.post(all + "?dryRun=All&fieldValidation=Strict", body)
              : Request.strategicPatch(one + "?dryRun=All", body);
      case MERGE_PATCH -> Request.mergePatch(one, body);
      case STRATEGIC_PATCH -> Request.strategicPatch(one, body);
      case DELETE -> Request.delete(one, body);
    };
  }

  /// A reply that is not the object may come from a proxy: it tells nothing about the object, and
  /// least of all that it is gone.
  private Answer read(Call call, Reply reply) {
    try {
      var view = decoder(call.kind()).read(reply.body());
      var isKnown = !view.uid().isEmpty();
      if (isKnown || call.verb() == Verb.DRY_RUN || isDeleted(call, reply)) {
        return new Answer.Replied(reply.code(), "", isKnown ? Optional.of(view) : Optional.empty());
      }
    } catch (IOException _) {
      // Told below.
    }
    return new Answer.Lost("the answer could not be read", true);
  }

  /// A delete that removed the object at once is answered with a Status instead of the object.
  private static boolean isDeleted(Call call, Reply reply) throws IOException {
    return call.verb() == Verb.DELETE
        && JsonBytes.readObject(reply.body()).text("kind").equals("Status");
  }

  private static String words(Reply reply) {
    try {
      return JsonBytes.readObject(reply.body()).text("message");
    } catch (IOException _) {
      return "the API server answered " + reply.code();
    }
  }
}
