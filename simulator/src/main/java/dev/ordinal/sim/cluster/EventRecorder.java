package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Writes events of scheduler and kubelets. A repeated event is counted in the first one, unless
/// that is old.
final class EventRecorder {
  /// How many events are remembered for counting.
  private static final int MEMORY = 4096;

  private static final Json.Obj PROVISIONER =
      Json.of("component", Json.of("persistentvolume-controller"));

  private final SimClient client;
  private final boolean isOpen;
  private final Map<String, Recorded> recorded = new Memory();
  private long lastName;

  private record Recorded(Target target, int count, Instant first) {}

  /// Drops the oldest entry.
  private static final class Memory extends LinkedHashMap<String, Recorded> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Recorded> eldest) {
      return size() > MEMORY;
    }
  }

  EventRecorder(SimClient client, boolean isOpen) {
    this.client = client;
    this.isOpen = isOpen;
  }

  boolean isOpen() {
    return isOpen;
  }

  void tell(Json.Obj pod, String reason, String message) {
    write(pod, "Normal", reason, message);
  }

  void warn(Json.Obj pod, String reason, String message) {
    write(pod, "Warning", reason, message);
  }

  private static String key(Json.Obj pod, String reason, String message) {
    return SimClient.uid(pod) + "/" + reason + "/" + message;
  }

  /// The time since the first such event; the next one will be a new event.
  Optional<Duration> findEnd(Json.Obj pod, String reason, String message) {
    return Optional.ofNullable(recorded.remove(key(pod, reason, message)))
        .map(past -> Duration.between(past.first, client.now()));
  }

  private void write(Json.Obj pod, String type, String reason, String message) {
    if (!isOpen) {
      return;
    }
    var key = key(pod, reason, message);
    var now = Json.of(SimClient.seconds(client.now()));
    var before = recorded.get(key);
    if (before != null) {
      var count = before.count + 1;
      var again = Json.of("count", Json.of(count)).with("lastTimestamp", now);
      if (client.merge(before.target, again).isOk()) {
        recorded.put(key, new Recorded(before.target, count, before.first));
        return;
      }
    }
    var events = client.server().target("v1", "events", SimClient.namespace(pod), "");
    var source = reason.endsWith("cheduled") || reason.endsWith("cheduling");
    var event =
        Json.of("metadata", Json.of("name", Json.of(name(pod))))
            .with("involvedObject", reference(pod))
            .with("type", Json.of(type))
            .with("reason", Json.of(reason))
            .with("message", Json.of(message))
            .with("count", Json.of(1))
            .with("firstTimestamp", now)
            .with("lastTimestamp", now)
            .with("source", reason.startsWith("Provisioning") ? PROVISIONER : source(pod, source));
    var reply = client.create(events, event);
    if (reply.isOk()) {
      recorded.put(key, new Recorded(events.name(SimClient.name(reply.body())), 1, client.now()));
    }
  }

  /// Named by time, as other recorders do: sorted by name they are in order.
  private String name(Json.Obj pod) {
    var at = client.now();
    lastName = Math.max(lastName + 1, at.getEpochSecond() * 1_000_000_000 + at.getNano());
    return "%s.%x".formatted(SimClient.name(pod), lastName);
  }

  private static Json.Obj source(Json.Obj pod, boolean isScheduler) {
    return isScheduler
        ? Json.of("component", Json.of("default-scheduler"))
        : Json.of("component", Json.of("kubelet"))
            .with("host", Json.of(pod.object("spec").text("nodeName")));
  }

  private static Json.Obj reference(Json.Obj pod) {
    return Json.of("apiVersion", Json.of("v1"))
        .with("kind", Json.of(pod.text("kind").isEmpty() ? "Pod" : pod.text("kind")))
        .with("namespace", Json.of(SimClient.namespace(pod)))
        .with("name", Json.of(SimClient.name(pod)))
        .with("uid", Json.of(SimClient.uid(pod)));
  }
}
