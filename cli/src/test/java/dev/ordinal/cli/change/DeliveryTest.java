package dev.ordinal.cli.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.http.Api;
import dev.ordinal.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A change beside a controller that writes the status of the same set.
class DeliveryTest {
  private static final ChangeRequest PAUSE =
      new ChangeRequest(
          "/sets/web",
          Json.of("metadata", Json.of("resourceVersion", Json.of("4")))
              .with("spec", Json.of("paused", Json.of(true))),
          "the update is paused",
          List.of(),
          OptionalLong.of(2));

  private static final ChangeRequest PULL =
      ChangeRequest.creation("/jobs", Json.of("kind", Json.of("Job")), "pulled", List.of());

  private final Server server = new Server();

  /// Answers in this order: a code, or an object.
  private static final class Server implements Api {
    private final ArrayDeque<String> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();

    @Override
    public Response send(Request request) {
      asked.add(request.method() + " " + request.body());
      var answer = answers.remove();
      var isCode = answer.matches("\\d+");
      var body = isCode ? "{\"message\": \"no\\u001b[31m\"}" : answer;
      return new Response(
          isCode ? Integer.parseInt(answer) : 200,
          body.getBytes(StandardCharsets.UTF_8),
          Optional.empty());
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

  private void answers(String... answers) {
    server.answers.addAll(List.of(answers));
  }

  @Test
  void statusThatMovesDoesNotStopTheChange() {
    answers("409", "{\"metadata\": {\"generation\": 2, \"resourceVersion\": \"7\"}}", "200");
    new Delivery(server).make(PAUSE);
    assertThat(server.asked)
        .containsExactly(
            "PATCH {\"metadata\":{\"resourceVersion\":\"4\"},\"spec\":{\"paused\":true}}",
            "GET ",
            "PATCH {\"metadata\":{\"resourceVersion\":\"7\"},\"spec\":{\"paused\":true}}");
  }

  @Test
  void specThatChangedIsLeftAlone() {
    answers("409", "{\"metadata\": {\"generation\": 3, \"resourceVersion\": \"7\"}}");
    assertThatThrownBy(() -> new Delivery(server).make(PAUSE))
        .hasMessage("It was changed meanwhile, and nothing was done: run the command again.");
    assertThat(server.asked).hasSize(2);
  }

  @Test
  void newObjectIsCreatedOnceOrNotAtAll() {
    answers("201");
    new Delivery(server).make(PULL);
    assertThat(server.asked).containsExactly("POST {\"kind\":\"Job\"}");

    answers("409");
    assertThatThrownBy(() -> new Delivery(server).make(PULL))
        .hasMessageStartingWith("The API server refuses the change: ");
    assertThat(server.asked).hasSize(2);
  }

  /// In words of a webhook, perhaps, which do not colour the terminal.
  @Test
  void refusalIsTold() {
    answers("403");
    assertThatThrownBy(() -> new Delivery(server).make(PAUSE))
        .hasMessage("The API server refuses the change: no\\u001b[31m");
  }
}
