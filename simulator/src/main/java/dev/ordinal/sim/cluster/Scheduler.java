package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.PodAffinity;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.shape.Same;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Binds pods to nodes: of those that fit the one with the fewest pods, then by name. A pod that
/// fits nowhere has the reason in its condition, and is tried again when that may have changed.
final class Scheduler {
  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  private final SimClient client;
  private final Nodes nodes;
  private final EventRecorder recorder;
  private final SortedMap<String, Wait> waiting = new TreeMap<>();

  /// The node of a pod once its claims are bound there.
  private final Map<String, String> chosen = new HashMap<>();

  /// A pod without a node: the claims that it waits for, and whether more capacity would help.
  private record Wait(Target target, String uid, Set<String> claims, boolean needsRoom) {}

  /// The state of a pod's claims.
  private record Claims(List<Json.Obj> volumes, List<Target> unbound, Set<String> names) {}

  /// Why a pod has no node yet.
  private record Obstacle(String words, Set<String> claims, boolean needsRoom) {}

  Scheduler(SimClient client, Nodes nodes, EventRecorder recorder) {
    this.client = client;
    this.nodes = nodes;
    this.recorder = recorder;
  }

  void notePod(Change change) {
    var pod = change.object();
    var isFree = pod.object("spec").text("nodeName").isEmpty() && !SimClient.isTerminating(pod);
    if (change.type() == Change.Type.DELETED || !isFree) {
      if (!waiting.isEmpty()) {
        waiting.remove(Nodes.key(pod));
        var isBound =
            change
                .before()
                .filter(old -> !Same.tree(old.object("spec"), pod.object("spec")))
                .isPresent();
        retry(change.type() == Change.Type.DELETED || SimClient.isOver(pod) || isBound);
      }
      chosen.remove(SimClient.uid(pod));
      return;
    }
    var isNews =
        change.before().filter(old -> Same.tree(old.object("spec"), pod.object("spec"))).isEmpty();
    if (isNews && pod.object("spec").text("schedulerName").equals("default-scheduler")) {
      call(SimClient.target(change), SimClient.uid(pod));
    }
  }

  private void retry(boolean hasRoom) {
    if (hasRoom) {
      waiting.values().stream()
          .filter(Wait::needsRoom)
          .forEach(each -> call(each.target, each.uid));
    }
  }

  void noteNodes() {
    waiting.values().forEach(each -> call(each.target, each.uid));
  }

  void noteClaim(Json.Obj claim) {
    var key = Nodes.key(claim);
    waiting.values().stream()
        .filter(each -> each.claims.contains(key))
        .forEach(each -> call(each.target, each.uid));
  }

  private void call(Target target, String uid) {
    client.timers().soon("schedule/" + uid, () -> schedule(target, uid));
  }

  private void schedule(Target target, String uid) {
    var found = client.find(target, uid).filter(pod -> !SimClient.isTerminating(pod));
    if (found.isEmpty() || !found.get().object("spec").text("nodeName").isEmpty()) {
      return;
    }
    var pod = found.get();
    if (!pod.object("spec").items("schedulingGates").isEmpty()) {
      tell(pod, "SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates");
      return;
    }
    var claims = new Claims(new ArrayList<>(), new ArrayList<>(), new TreeSet<>());
    var problem = findClaimProblem(pod, claims);
    if (problem.isPresent()) {
      hold(target, pod, new Obstacle(notAvailable(problem.get()), claims.names, false));
      return;
    }
    choose(target, pod, claims);
  }

  private void choose(Target target, Json.Obj pod, Claims claims) {
    var fit = new NodeFit(pod, claims.volumes);
    var affinity = findAffinity(pod);
    var obstacles = new TreeMap<String, Integer>();
    var fitting = new ArrayList<Node>();
    for (var node : nodes.all()) {
      fit.findObstacle(node)
          .or(() -> affinity.flatMap(rules -> rules.findObstacle(node.labels())))
          .ifPresentOrElse(why -> obstacles.merge(why, 1, Integer::sum), () -> fitting.add(node));
    }
    var wanted = chosen.getOrDefault(SimClient.uid(pod), "");
    var best =
        fitting.stream()
            .min(
                Comparator.comparing((Node node) -> !node.name.equals(wanted))
                    .thenComparingInt(node -> node.pods.size())
                    .thenComparing(node -> node.name));
    if (best.isEmpty()) {
      var needsRoom =
          obstacles.keySet().stream()
              .anyMatch(why -> NodeFit.isLackOfRoom(why) || PodAffinity.isAboutPods(why));
      hold(target, pod, new Obstacle(notAvailable(obstacles), claims.names, needsRoom));
    } else if (claims.unbound.isEmpty()) {
      bind(target, pod, best.get());
    } else {
      chosen.put(SimClient.uid(pod), best.get().name);
      remember(target, pod, new Obstacle("", claims.names, false));
      claims.unbound.forEach(claim -> select(claim, best.get().name));
    }
  }

  /// Empty where no pod has a rule about others, which is the usual case.
  private Optional<PodAffinity> findAffinity(Json.Obj pod) {
    var rules = pod.object("spec").object("affinity");
    var isNeeded =
        !rules.object("podAffinity").equals(Json.EMPTY)
            || !rules.object("podAntiAffinity").equals(Json.EMPTY)
            || nodes.all().stream().anyMatch(node -> !node.exclusive.isEmpty());
    return isNeeded
        ? Optional.of(new PodAffinity(pod, nodes.all().stream().map(Node::place).toList()))
        : Optional.empty();
  }

  private void bind(Target target, Json.Obj pod, Node node) {
    waiting.remove(Nodes.key(pod));
    var body = Json.of("target", Json.of("name", Json.of(node.name)));
    if (client.create(target.part("binding"), body).isOk()) {
      recorder.tell(
          pod, "Scheduled", "Successfully assigned " + Nodes.key(pod) + " to " + node.name);
    }
  }

  /// The claim's class waits for this choice.
  private void select(Target claim, String node) {
    var annotations = Json.of("annotations", Json.of(SELECTED_NODE, Json.of(node)));
    client.merge(claim, Json.of("metadata", annotations));
  }

  /// Classifies the pod's claims; a message when one of them makes it unschedulable.
  private Optional<String> findClaimProblem(Json.Obj pod, Claims claims) {
    var hasUnbound = false;
    for (var volume : pod.object("spec").items("volumes")) {
      var name = ((Json.Obj) volume).object("persistentVolumeClaim").text("claimName");
      if (name.isEmpty()) {
        continue;
      }
      var namespace = SimClient.namespace(pod);
      claims.names.add(namespace + "/" + name);
      var target = client.server().target("v1", "persistentvolumeclaims", namespace, name);
      var claim = client.find(target);
      if (claim.isEmpty()) {
        return Optional.of("persistentvolumeclaim \"%s\" not found".formatted(name));
      }
      if (SimClient.isTerminating(claim.get())) {
        return Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
      }
      if (claim.get().object("status").text("phase").equals("Bound")) {
        volume(claim.get()).ifPresent(claims.volumes::add);
      } else if (waitsForConsumer(claim.get())) {
        claims.unbound.add(target);
      } else {
        hasUnbound = true;
      }
    }
    return hasUnbound
        ? Optional.of("pod has unbound immediate PersistentVolumeClaims")
        : Optional.empty();
  }

  private Optional<Json.Obj> volume(Json.Obj claim) {
    var name = claim.object("spec").text("volumeName");
    return client.find(client.server().target("v1", "persistentvolumes", "", name));
  }

  private boolean waitsForConsumer(Json.Obj claim) {
    var name = claim.object("spec").text("storageClassName");
    return !name.isEmpty()
        && client
            .find(client.server().target("storage.k8s.io/v1", "storageclasses", "", name))
            .filter(found -> found.text("volumeBindingMode").equals("WaitForFirstConsumer"))
            .isPresent();
  }

  private void hold(Target target, Json.Obj pod, Obstacle obstacle) {
    remember(target, pod, obstacle);
    tell(pod, "Unschedulable", obstacle.words);
    recorder.warn(pod, "FailedScheduling", obstacle.words);
  }

  private void remember(Target target, Json.Obj pod, Obstacle why) {
    var wait = new Wait(target, SimClient.uid(pod), why.claims, why.needsRoom);
    waiting.put(Nodes.key(pod), wait);
  }

  private void tell(Json.Obj pod, String reason, String words) {
    var isTold =
        pod.object("status").items("conditions").stream()
            .map(Json.Obj.class::cast)
            .anyMatch(
                each ->
                    each.text("type").equals("PodScheduled")
                        && each.text("reason").equals(reason)
                        && each.text("message").equals(words));
    if (!isTold) {
      client.writeCondition(
          pod,
          Json.of("type", Json.of("PodScheduled"))
              .with("status", Json.of("False"))
              .with("reason", Json.of(reason))
              .with("message", Json.of(words)));
    }
  }

  private String notAvailable(String why) {
    return "0/%1$d nodes are available: %2$s. %3$s"
        .formatted(nodes.all().size(), why, preemptionMessage());
  }

  private String notAvailable(Map<String, Integer> obstacles) {
    if (obstacles.isEmpty()) {
      return "no nodes available to schedule pods";
    }
    var listed = new TreeSet<String>();
    obstacles.forEach((why, count) -> listed.add(count + " " + why));
    return notAvailable(String.join(", ", listed));
  }

  private String preemptionMessage() {
    return "preemption: 0/%1$d nodes are available: %1$d Preemption is not helpful for scheduling."
        .formatted(nodes.all().size());
  }
}
