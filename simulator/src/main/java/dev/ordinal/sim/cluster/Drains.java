package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/// Drains nodes as `kubectl drain` does: cordons them, and evicts their pods as soon as their
/// budgets allow.
final class Drains {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final SimClient client;
  private final Nodes nodes;
  private final TreeSet<String> draining = new TreeSet<>();

  Drains(SimClient client, Nodes nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  boolean drain(String node) {
    var isThere = cordon(node, true);
    if (isThere) {
      draining.add(node);
      evictAll(node);
    }
    return isThere;
  }

  boolean uncordon(String node) {
    draining.remove(node);
    return cordon(node, false);
  }

  private boolean cordon(String node, boolean isCordoned) {
    var value = isCordoned ? Json.of(true) : new Json.Null();
    return client.merge(client.node(node), Json.of("spec", Json.of("unschedulable", value))).isOk();
  }

  boolean isDraining(String node) {
    return draining.contains(node);
  }

  private void evictAll(String name) {
    if (!draining.contains(name) || nodes.find(name).isEmpty()) {
      draining.remove(name);
      return;
    }
    var isDone = true;
    for (var pod : List.copyOf(nodes.of(name).pods.values())) {
      if (!SimClient.isTerminating(pod)) {
        // A budget that refuses it now may allow it later.
        isDone &= evict(SimClient.namespace(pod), SimClient.name(pod)).code() != 429;
      }
    }
    if (isDone) {
      draining.remove(name);
    } else {
      client.timers().after("drain/" + name, PAUSE, () -> evictAll(name));
    }
  }

  Reply evict(String namespace, String pod) {
    var metadata = Json.of("name", Json.of(pod)).with("namespace", Json.of(namespace));
    return client.create(
        client.pod(namespace, pod).part("eviction"), Json.of("metadata", metadata));
  }
}
