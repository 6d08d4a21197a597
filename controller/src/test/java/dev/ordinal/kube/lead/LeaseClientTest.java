package dev.ordinal.kube.lead;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.lead.LeaseClient.Answer;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.lead.Lease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseClientTest {
  private static final String LEASE =
      """
      {"metadata": {"resourceVersion": "7"},
       "spec": {"holderIdentity": "b", "leaseDurationSeconds": 15, "acquireTime": "then",
         "leaseTransitions": 3}}
      """;

  private final List<Api.Request> sent = new ArrayList<>();
  private int code = 200;
  private String reply = "{}";
  private final LeaseClient client = new LeaseClient(new Server(), "system", "ordinal");

  private final class Server implements Api {
    @Override
    public Response send(Request request) {
      sent.add(request);
      return new Response(code, reply.getBytes(UTF_8), Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) {
      sent.add(request);
      return new Stream(
          code, "", Optional.empty(), new ByteArrayInputStream(reply.getBytes(UTF_8)));
    }

    @Override
    public Peer peer() {
      return new Peer("server", "none");
    }
  }

  private void answers(int newCode, String newReply) {
    code = newCode;
    reply = newReply;
  }

  @Test
  void leaseIsFound() throws Api.Unreachable {
    answers(200, LEASE);
    assertThat(client.read())
        .isEqualTo(
            new Answer.Found(Optional.of(new Lease("b", Duration.ofSeconds(15), "then", 3, "7"))));
  }

  @Test
  void missingLeaseIsNoFailure() throws Api.Unreachable {
    answers(404, "{\"message\": \"not found\"}");
    assertThat(client.read()).isEqualTo(new Answer.Found(Optional.empty()));
  }

  /// A namespace that does not exist.
  @Test
  void creationThatFindsNothingIsRefused() throws Api.Unreachable {
    answers(404, "{\"message\": \"no namespace\"}");
    assertThat(client.create(Json.EMPTY)).isEqualTo(new Answer.Refused(404, "no namespace"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "403, '{\"message\": \"not allowed\"}', not allowed",
    "500, '', the answer could not be read",
    "502, <html>, the answer could not be read",
    "200, <html>, the answer could not be read",
  })
  void refusalHasASentence(int answered, String body, String sentence) throws Api.Unreachable {
    answers(answered, body);
    assertThat(client.read()).isEqualTo(new Answer.Refused(answered, sentence));
  }

  @Test
  void conflictIsNoRefusal() throws Api.Unreachable {
    answers(409, "{\"message\": \"modified\"}");
    assertThat(client.patch(Json.EMPTY)).isEqualTo(new Answer.Conflict());
    assertThat(sent)
        .singleElement()
        .hasToString("PATCH /apis/coordination.k8s.io/v1/namespaces/system/leases/ordinal");
  }

  @Test
  void watchCallsForEachLineOfThisLeaseAlone() throws Api.Unreachable, IOException {
    answers(200, "{\"type\":\"ADDED\"}\n{\"type\":\"MODIFIED\"}\n");
    var changes = new ArrayList<String>();
    client.watch(() -> changes.add("changed"));
    assertThat(changes).hasSize(2);
    assertThat(sent)
        .singleElement()
        .hasToString(
            "GET /apis/coordination.k8s.io/v1/namespaces/system/leases?watch=1"
                + "&fieldSelector=metadata.name%3Dordinal&timeoutSeconds=50");
  }

  @Test
  void refusedWatchFails() {
    answers(403, "{}");
    assertThatThrownBy(() -> client.watch(() -> {})).hasMessageContaining("403");
  }

  @Test
  void eventNamesTheLeaseAndTheController() throws Api.Unreachable {
    client.post("a_1", "a_1 became leader", Instant.parse("2026-01-01T00:00:00.5Z"));
    assertThat(sent).singleElement().hasToString("POST /api/v1/namespaces/system/events");
    assertThat(sent.getFirst().body())
        .contains(
            "\"reason\":\"LeaderElection\"",
            "\"message\":\"a_1 became leader\"",
            "\"reportingInstance\":\"a_1\"",
            "\"kind\":\"Lease\"",
            "\"firstTimestamp\":\"2026-01-01T00:00:00Z\"");
  }
}
