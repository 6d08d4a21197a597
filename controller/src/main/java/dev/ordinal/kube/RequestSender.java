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
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Response;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.JobView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Verb;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import java.io.IOException;
import java.util.Optional;

/// Sends requests to the API server over HTTP and reads the replies. It decides nothing.
final class RequestSender {
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

  RequestSender(Api api, Decoder<SetView> sets) {
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

  /// `flow` is the set or job that the request is made for.
  Outcome send(ApiRequest request, String flow) {
    try {
      var response = api.send(http(request).withFlow(flow));
      return response.isSuccess()
          ? read(request, response)
          : request.replied(response.code(), message(response), Optional.empty());
    } catch (Unreachable e) {
      return request.lost(String.valueOf(e.getMessage()), !e.isOutcomeKnown());
    }
  }

  private static Request http(ApiRequest request) {
    var path = request.path();
    var all = Paths.all(path.kind(), Optional.of(path.namespace()));
    var one = all + "/" + path.name() + path.subresource();
    var body = JsonText.write(request.body());
    return switch (request.verb()) {
      case GET -> Request.get(one);
      case CREATE -> Request.post(all, body);
      case DRY_RUN ->
          path.name().isEmpty()
              ? Request.post(all + "?dryRun=All&fieldValidation=Strict", body)
              : Request.strategicPatch(one + "?dryRun=All", body);
      case MERGE_PATCH -> Request.mergePatch(one, body);
      case STRATEGIC_PATCH -> Request.strategicPatch(one, body);
      case DELETE -> Request.delete(one, body);
    };
  }

  /// A response without the object may come from a proxy: it tells nothing about the object, and
  /// least of all that it is gone.
  private Outcome read(ApiRequest request, Response response) {
    try {
      var view = decoder(request.kind()).read(response.body());
      var hasObject = !view.uid().isEmpty();
      if (hasObject || request.verb() == Verb.DRY_RUN || isDeleted(request, response)) {
        return request.replied(
            response.code(), "", hasObject ? Optional.of(view) : Optional.empty());
      }
    } catch (IOException _) {
      // Handled below.
    }
    return request.lost("the answer could not be read", true);
  }

  /// The reply to a delete that removed the object at once is a Status instead of the object.
  private static boolean isDeleted(ApiRequest request, Response response) throws IOException {
    return request.verb() == Verb.DELETE
        && JsonBytes.readObject(response.body()).text("kind").equals("Status");
  }

  private static String message(Response response) {
    try {
      return JsonBytes.readObject(response.body()).text("message");
    } catch (IOException _) {
      return "the API server answered " + response.code();
    }
  }
}
