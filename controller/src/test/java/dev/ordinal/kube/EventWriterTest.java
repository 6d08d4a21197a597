package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.View;
import dev.ordinal.run.EventText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventWriterTest {
  private static final EventText QUOTA = new EventText(true, "FailedCreate", "quota");
  private static final View SET =
      new SetParser(FeatureGate.defaults())
          .parse(Yaml.read("{metadata: {name: web, namespace: shop, uid: u}}"));

  private final Server server = new Server();
  private final EventWriter events =
      new EventWriter(server, InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z")));

  /// Answers as the queue says, and well when it is empty.
  private static final class Server implements Api {
    private final BlockingQueue<Request> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();

    @Override
    public Response send(Request request) {
      var code = Optional.ofNullable(codes.poll()).orElse(201);
      asked.add(request);
      return new Response(code, "{}".getBytes(StandardCharsets.UTF_8), Optional.empty());
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

  @AfterEach
  void close() {
    events.close();
  }

  @Test
  void repeatedEventIsOneWithACount() throws IOException, InterruptedException {
    events.post(SET, QUOTA);
    events.post(SET, QUOTA);
    events.post(SET, QUOTA);

    var first = server.asked.take();
    var name = JsonBytes.readObject(first.body().getBytes(StandardCharsets.UTF_8));
    var path = "/api/v1/namespaces/shop/events/" + name.object("metadata").text("name");
    assertThat(first.method()).isEqualTo("POST");
    var second = server.asked.take();
    assertThat(second.toString()).isEqualTo("PATCH " + path);
    assertThat(second.body()).isEqualTo("{\"count\":2,\"lastTimestamp\":\"2026-01-01T12:00:00Z\"}");
    assertThat(server.asked.take().body())
        .isEqualTo("{\"count\":3,\"lastTimestamp\":\"2026-01-01T12:00:00Z\"}");
  }

  @Test
  void anotherMessageIsAnotherEvent() throws InterruptedException {
    events.post(SET, QUOTA);
    events.post(SET, new EventText(true, "FailedCreate", "no such account"));

    assertThat(server.asked.take().method()).isEqualTo("POST");
    assertThat(server.asked.take().method()).isEqualTo("POST");
  }

  /// The server keeps events for an hour.
  @Test
  void eventThatTheServerHasForgottenIsPostedAgain() throws InterruptedException {
    server.codes.add(201);
    server.codes.add(404);
    events.post(SET, QUOTA);
    events.post(SET, QUOTA);

    assertThat(server.asked.take().method()).isEqualTo("POST");
    assertThat(server.asked.take().method()).isEqualTo("PATCH");
    assertThat(server.asked.take().method()).isEqualTo("POST");
  }
}
