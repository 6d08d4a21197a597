package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.SimAnnotations;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Faults on demand. False or an empty result means that the target does not exist.
public final class Chaos {
  private final SimClient client;
  private final Kubelets kubelets;
  private final Drains drains;
  private final Map<String, String> refused = new HashMap<>();
  private double errorRate;
  private Instant errorsUntil = Instant.EPOCH;

  Chaos(SimClient client, Kubelets kubelets, Drains drains) {
    this.client = client;
    this.kubelets = kubelets;
    this.drains = drains;
    client.server().add((request, _) -> findDenial(request));
  }

  /// Its containers end and the pod is removed at once, without a grace period.
  public boolean killPod(String namespace, String name) {
    var target = client.pod(namespace, name);
    return client
        .find(target)
        .filter(pod -> client.remove(target, SimClient.uid(pod)).isOk())
        .isPresent();
  }

  /// The pod stays, with all its containers failed.
  public boolean failPod(String namespace, String name) {
    return wanted(namespace, name, "phase", "Failed");
  }

  /// The kubelet evicts the pod because its node is short of memory.
  public boolean starvePod(String namespace, String name) {
    return wanted(namespace, name, "evict", "true");
  }

  private boolean wanted(String namespace, String name, String wanted, String value) {
    var annotations =
        Json.of("annotations", Json.of(SimAnnotations.PREFIX + wanted, Json.of(value)));
    return client.merge(client.pod(namespace, name), Json.of("metadata", annotations)).isOk();
  }

  /// Requests the eviction of the pod; a disruption budget may refuse it.
  public Reply evictPod(String namespace, String name) {
    return drains.evict(namespace, name);
  }

  /// Pulls of the image fail; nodes that have it keep it.
  public void failImage(String image) {
    kubelets.setImageSource(kubelets.imageSource().breaking(image));
  }

  public boolean mendImage(String image) {
    var wasBroken = kubelets.imageSource().broken().contains(image);
    kubelets.setImageSource(kubelets.imageSource().mending(image));
    return wasBroken;
  }

  /// How long a pull of this image takes from now on, where the pod has no annotation for it.
  public void setPullTime(String image, Duration time) {
    kubelets.setImageSource(kubelets.imageSource().withTime(image, time));
  }

  /// Starts and pulls that begin from now on take that many times longer; 1 is normal.
  public void slow(double factor) {
    kubelets.setImageSource(kubelets.imageSource().slower(factor));
  }

  /// The node takes no new pods, and its pods are evicted as their budgets allow.
  public boolean drain(String node) {
    return drains.drain(node);
  }

  /// Ends a drain as well.
  public boolean uncordon(String node) {
    return drains.uncordon(node);
  }

  public boolean isDraining(String node) {
    return drains.isDraining(node);
  }

  /// The node's heartbeats stop; the cluster notices later.
  public boolean loseNode(String node) {
    return setLost(node, Json.of("true"));
  }

  public boolean returnNode(String node) {
    return setLost(node, new Json.Null());
  }

  private boolean setLost(String node, Json value) {
    var annotations = Json.of("annotations", Json.of(SimAnnotations.PREFIX + "lost", value));
    return client.merge(client.node(node), Json.of("metadata", annotations)).isOk();
  }

  /// From now on the clock of the node's kubelet is ahead, or behind, by this much.
  public void setClock(String node, Duration ahead) {
    kubelets.setClock(node, ahead);
  }

  /// All kubelets restart, and read the state of their pods from the API server.
  public void restartKubelets() {
    kubelets.restart();
  }

  /// From now on a webhook denies creations and updates of this resource, with this message.
  public void refuse(String plural, String words) {
    refused.put(plural, words);
  }

  public void admit(String plural) {
    refused.remove(plural);
  }

  private Optional<Refusal> findDenial(Request request) {
    var isWrite = request.verb() != Request.Verb.DELETE && request.target().part().isEmpty();
    return Optional.ofNullable(refused.get(request.target().resource().names().plural()))
        .filter(_ -> isWrite)
        .map(words -> Refusal.denied("chaos.sim.ordinal.dev", words));
  }

  /// For that long, this share of all requests (0 to 1) fails.
  public void apiErrors(double rate, Duration time) {
    errorRate = rate;
    errorsUntil = client.now().plus(time);
  }

  /// Callers ask this before each request: the reply to give instead, if the request is one of
  /// those that fail.
  public Optional<Reply> findError(RandomGenerator random) {
    if (!client.now().isBefore(errorsUntil) || random.nextDouble() >= errorRate) {
      return Optional.empty();
    }
    return Optional.of(
        random.nextBoolean()
            ? Refusal.tooManyRequests().reply()
            : Refusal.internal("etcdserver: request timed out").reply());
  }
}
