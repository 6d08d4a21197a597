package dev.ordinal.kube.lead;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.Lines;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.run.lead.Lease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Reads and writes one Lease.
public final class LeaseClient {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  /// Shorter than the usual limits for idle connections.
  private static final Duration WATCH = Duration.ofSeconds(50);

  private final Api api;
  private final String namespace;
  private final String name;

  /// The server's answer to a read or a write.
  sealed interface Answer {
    /// The Lease as it is now; empty if there is none.
    record Found(Optional<Lease> lease) implements Answer {}

    /// Another client was faster.
    record Conflict() implements Answer {}

    record Refused(int code, String sentence) implements Answer {}
  }

  public LeaseClient(Api api, String namespace, String name) {
    this.api = api;
    this.namespace = namespace;
    this.name = name;
  }

  String namespace() {
    return namespace;
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }

  private String all() {
    return "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
  }

  private String one() {
    return all() + "/" + name;
  }

  Answer read() throws Unreachable {
    var reply = api.send(Request.get(one()));
    return reply.code() == NOT_FOUND ? new Answer.Found(Optional.empty()) : answer(reply);
  }

  Answer create(Json.Obj body) throws Unreachable {
    var whole =
        body.with("apiVersion", Json.of("coordination.k8s.io/v1"))
            .with("kind", Json.of("Lease"))
            .with("metadata", Json.of("name", Json.of(name)));
    return answer(api.send(Request.post(all(), JsonText.write(whole))));
  }

  Answer patch(Json.Obj body) throws Unreachable {
    return answer(api.send(Request.mergePatch(one(), JsonText.write(body))));
  }

  private static Answer answer(Api.Response reply) {
    if (reply.code() == CONFLICT) {
      return new Answer.Conflict();
    }
    try {
      var object = JsonBytes.readObject(reply.body());
      return reply.isSuccess()
          ? new Answer.Found(Optional.of(Lease.read(object)))
          : new Answer.Refused(reply.code(), object.text("message"));
    } catch (IOException _) {
      return new Answer.Refused(reply.code(), "the answer could not be read");
    }
  }

  /// Calls `changed` whenever the Lease changes, until the server ends the watch. What changed is
  /// read again: this is a hint, and may be lost.
  void watch(Runnable changed) throws Unreachable, IOException {
    var query =
        "%s?watch=1&fieldSelector=metadata.name%%3D%s&timeoutSeconds=%d"
            .formatted(all(), name, WATCH.toSeconds());
    try (var reply = api.open(Request.get(query), WATCH.plusSeconds(10))) {
      if (reply.code() != 200) {
        throw new IOException("the watch was refused with " + reply.code());
      }
      var lines = new Lines(reply.body());
      while (lines.next()) {
        changed.run();
      }
    }
  }

  /// An event about the Lease. It only informs, and may be lost.
  void post(String identity, String message, Instant now) throws Unreachable {
    var time = Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString());
    var lease =
        Json.of("apiVersion", Json.of("coordination.k8s.io/v1"))
            .with("kind", Json.of("Lease"))
            .with("namespace", Json.of(namespace))
            .with("name", Json.of(name));
    var event =
        Json.of("metadata", Json.of("generateName", Json.of(name + ".")))
            .with("involvedObject", lease)
            .with("reason", Json.of("LeaderElection"))
            .with("message", Json.of(message))
            .with("type", Json.of("Normal"))
            .with("source", Json.of("component", Json.of("ordinal")))
            .with("reportingComponent", Json.of("ordinal"))
            .with("reportingInstance", Json.of(identity))
            .with("firstTimestamp", time)
            .with("lastTimestamp", time)
            .with("count", Json.of(1));
    var _ =
        api.send(
            Request.post("/api/v1/namespaces/" + namespace + "/events", JsonText.write(event)));
  }
}
