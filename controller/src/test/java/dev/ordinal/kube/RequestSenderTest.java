package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.Decoder;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Response;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSenderTest {
  private static final Action CREATE = new Action.CreatePod("web-0", "v1", Json.EMPTY);
  private static final Action CHECK =
      new Action.CheckTemplate("v1", Json.EMPTY, List.of(Json.EMPTY));

  /// A server that answers the same to everything, or does not answer at all.
  private record Answering(Optional<Response> reply, List<Request> asked) implements Api {
    static Answering with(int code, String body) {
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      return new Answering(
          Optional.of(new Response(code, bytes, Optional.empty())), new ArrayList<>());
    }

    @Override
    public Response send(Request request) throws Unreachable {
      asked.add(request);
      return reply.orElseThrow(() -> new Unreachable("reset", false, new Exception()));
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("no streams here", true, new Exception());
    }

    @Override
    public Peer peer() {
      return new Peer("https://nowhere", "nothing");
    }
  }

  private static Outcome perform(Api api, Action action) {
    var sets = Decoder.ofTree(new SetParser(FeatureGate.defaults())::parse);
    var sender = new RequestSender(api, sets);
    var outcome = sender.send(ApiRequest.of("shop", action), "shop/web");
    while (outcome instanceof Outcome.Unfinished(var next)) {
      outcome = sender.send(next, "shop/web");
    }
    return outcome;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          403 | Refused[message=no]
          404 | Gone[message=no]
          409 | Conflict[message=no]
          422 | Refused[message=no]
          429 | Unreachable[message=no, mayHaveHappened=false]
          500 | Unreachable[message=no, mayHaveHappened=true]
          504 | Unreachable[message=no, mayHaveHappened=true]
          """)
  void repliesAreSortedByWhatCanBeDoneAboutThem(int code, String expected) {
    var api = Answering.with(code, "{\"kind\":\"Status\",\"message\":\"no\"}");

    assertThat(perform(api, CREATE)).hasToString(expected);
  }

  @Test
  void lostReplyMayHaveHappened() {
    var api = new Answering(Optional.empty(), new ArrayList<>());

    assertThat(perform(api, CREATE)).isEqualTo(new Outcome.Unreachable("reset", true));
  }

  @Test
  void deleteIsPinnedToThePodAndToItsState() {
    var api = Answering.with(200, "{\"kind\":\"Status\"}");
    var delete = new Action.DeletePod("web-0", "u1", OptionalLong.of(7), Action.Cause.FINISHED);

    assertThat(perform(api, delete)).isEqualTo(new Outcome.Done(Optional.empty()));
    assertThat(api.asked())
        .containsExactly(
            Request.delete(
                    "/api/v1/namespaces/shop/pods/web-0",
                    "{\"preconditions\":{\"resourceVersion\":\"7\",\"uid\":\"u1\"}}")
                .withFlow("shop/web"));
  }

  @Test
  void templateIsCheckedByADryRunOfPodAndClaims() {
    var api = Answering.with(201, "{}");

    assertThat(perform(api, CHECK)).isEqualTo(new Outcome.Checked(false, ""));
    assertThat(api.asked())
        .extracting(Request::path)
        .containsExactly(
            "/api/v1/namespaces/shop/pods?dryRun=All&fieldValidation=Strict",
            "/api/v1/namespaces/shop/persistentvolumeclaims?dryRun=All&fieldValidation=Strict");
  }

  @Test
  void refusedTemplateKeepsTheServersMessage() {
    var api = Answering.with(422, "{\"message\":\"spec.containers: Required value\"}");

    assertThat(perform(api, CHECK))
        .isEqualTo(new Outcome.Checked(true, "spec.containers: Required value"));
  }

  /// No reply is no refusal: the real creation will show.
  @Test
  void unreachableServerRefusesNothing() {
    var api = new Answering(Optional.empty(), new ArrayList<>());

    assertThat(perform(api, CHECK)).isEqualTo(new Outcome.Checked(false, ""));
  }

  /// A proxy's page, a broken body or another object tells neither that the object is gone nor
  /// what has become of it.
  @ParameterizedTest
  @ValueSource(strings = {"<html>log in</html>", "", "{\"metadata\":{\"uid\":", "{}", "[]"})
  void unreadableReplyMayHaveHappened(String body) {
    var expected = new Outcome.Unreachable("the answer could not be read", true);
    var api = Answering.with(200, body);
    var sets = Decoder.ofTree(new SetParser(FeatureGate.defaults())::parse);
    var delete = new Action.DeletePod("web-0", "u1", OptionalLong.empty(), Action.Cause.UPDATE);

    assertThat(perform(api, CREATE)).isEqualTo(expected);
    assertThat(perform(api, delete)).isEqualTo(expected);
    for (var kind : List.of(Kind.POD, Kind.SET, Kind.CLAIM, Kind.REVISION)) {
      var fetch = ApiRequest.confirm("shop", new UnconfirmedWrite(kind, "web-0"));
      assertThat(new RequestSender(api, sets).send(fetch, "shop/web")).isEqualTo(expected);
    }
  }

  @Test
  void readableReplyIsKept() {
    var api = Answering.with(200, "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"u1\"}}");

    assertThat(perform(api, CREATE))
        .isInstanceOfSatisfying(
            Outcome.Done.class,
            done -> assertThat(done.view().orElseThrow().uid()).isEqualTo("u1"));
  }
}
