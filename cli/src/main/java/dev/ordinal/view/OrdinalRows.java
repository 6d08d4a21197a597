package dev.ordinal.view;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.order.Ordinals;
import dev.ordinal.view.OrdinalRow.PodFacts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The ordinals of a set with their pods, lowest first: those that are wanted, and those of pods
/// that have still to go.
final class OrdinalRows {
  /// A set may ask for two billion pods; a page of so many that do not exist helps no reader.
  static final int MOST = 20_000;

  private static final String ZONE = "topology.kubernetes.io/zone";

  private final Snapshot seen;
  private final SetStatus status;
  private final Map<String, NodeView> nodes;
  private final Map<String, List<WaitRow>> waits;
  private final Map<Integer, List<ClaimView>> claims;
  private final Ordinals wanted;

  private OrdinalRows(
      Snapshot seen, SetStatus status, Map<String, NodeView> nodes, List<WaitRow> waits) {
    this.seen = seen;
    this.status = status;
    this.nodes = nodes;
    this.waits = waits.stream().collect(Collectors.groupingBy(WaitRow::target));
    this.claims =
        seen.claims().stream().collect(Collectors.groupingBy(claim -> ordinal(claim.name())));
    this.wanted = Ordinals.of(seen.set());
  }

  static List<OrdinalRow> of(
      Snapshot seen, SetStatus status, Map<String, NodeView> nodes, List<WaitRow> waits) {
    return new OrdinalRows(seen, status, nodes, waits).rows();
  }

  private List<OrdinalRow> rows() {
    var set = seen.set();
    var pods = new TreeMap<Integer, PodView>();
    seen.pods().stream()
        .filter(pod -> Names.ordinal(set.name(), pod.name()) >= 0)
        .filter(pod -> isOwn(pod) || wanted.contains(Names.ordinal(set.name(), pod.name())))
        .forEach(pod -> pods.put(Names.ordinal(set.name(), pod.name()), pod));
    var ordinals = new TreeSet<>(pods.keySet());
    wanted.ascending().limit(MOST).forEach(ordinals::add);
    return ordinals.stream().map(ordinal -> row(ordinal, pods.get(ordinal))).toList();
  }

  private OrdinalRow row(int ordinal, @Nullable PodView pod) {
    var name = Names.pod(seen.set().name(), ordinal);
    var found = Optional.ofNullable(pod);
    var state = found.map(this::state).orElse(OrdinalState.MISSING);
    return new OrdinalRow(
        ordinal,
        name,
        wanted.contains(ordinal),
        found.filter(each -> each.revision().equals(status.updateRevision())).isPresent(),
        state,
        found.map(each -> words(each, state)).orElse(state.word()),
        found.map(this::facts).orElse(PodFacts.NONE),
        claims.getOrDefault(ordinal, List.of()).stream().map(this::row).toList(),
        waits.getOrDefault(name, List.of()));
  }

  private boolean isOwn(PodView pod) {
    return pod.meta().isControlledBy(seen.set().uid());
  }

  private OrdinalState state(PodView pod) {
    if (!isOwn(pod)) {
      return OrdinalState.FOREIGN;
    }
    if (pod.isTerminating()) {
      return OrdinalState.TERMINATING;
    }
    if (pod.isTerminal()) {
      return OrdinalState.FINISHED;
    }
    if (seen.isAvailable(pod)) {
      return OrdinalState.AVAILABLE;
    }
    if (Health.broken(pod).isPresent()) {
      return OrdinalState.BROKEN;
    }
    var life = pod.lifecycleState();
    if (life != LifecycleState.NORMAL && life != LifecycleState.UPDATING) {
      return OrdinalState.HOOKED;
    }
    if (!Completion.isComplete(pod)) {
      return Completion.isRestarted(pod) && pod.isReady()
          ? OrdinalState.RESIZING
          : OrdinalState.UPDATING;
    }
    return unready(pod);
  }

  private static OrdinalState unready(PodView pod) {
    if (pod.isReady()) {
      return OrdinalState.READY;
    }
    return switch (pod.phase()) {
      case NONE, PENDING -> OrdinalState.STARTING;
      case RUNNING, UNKNOWN ->
          Health.state(pod).isBroken() ? OrdinalState.BROKEN : OrdinalState.UNREADY;
      case SUCCEEDED, FAILED -> OrdinalState.FINISHED;
    };
  }

  private String words(PodView pod, OrdinalState state) {
    return switch (state) {
      case AVAILABLE, FINISHED, MISSING -> state.word();
      case FOREIGN -> "belongs to " + owner(pod);
      case READY, STARTING, UNREADY, BROKEN, UPDATING, RESIZING, HOOKED, TERMINATING ->
          Health.state(pod).words();
    };
  }

  private static String owner(PodView pod) {
    return pod.meta()
        .controller()
        .map(owner -> owner.kind() + " " + owner.name())
        .orElse("no controller");
  }

  private PodFacts facts(PodView pod) {
    return new PodFacts(
        pod.uid(),
        pod.revision(),
        Optional.of(pod.meta().createdAt()),
        pod.findCondition("Ready").filter(Condition::isTrue).flatMap(Condition::since),
        pod.node(),
        Optional.ofNullable(nodes.get(pod.node())).map(node -> node.meta().label(ZONE)).orElse(""),
        pod.containers().stream().mapToInt(PodView.Container::restarts).sum(),
        pod.containers().stream().map(PodView.Container::image).toList(),
        pod.meta().label(Names.LIFECYCLE_LABEL));
  }

  /// The number at the end of a claim's name, or -1.
  private int ordinal(String claim) {
    return seen.set().spec().claimTemplates().stream()
        .map(template -> Names.ordinal(template.name() + "-" + seen.set().name(), claim))
        .filter(found -> found >= 0)
        .findFirst()
        .orElse(-1);
  }

  private ClaimRow row(ClaimView claim) {
    var suffix = "-" + seen.set().name() + "-" + ordinal(claim.name());
    return new ClaimRow(
        claim.name(),
        claim.name().substring(0, Math.max(0, claim.name().length() - suffix.length())),
        state(claim),
        claim.storageClass().orElse(""),
        claim.requested(),
        claim.capacity());
  }

  private static String state(ClaimView claim) {
    return claim.meta().isTerminating()
        ? "terminating"
        : claim.conditions().stream()
            .map(ClaimView.Condition::type)
            .findFirst()
            .orElse(claim.phase());
  }

  /// The names of all nodes with what is known of them.
  static Map<String, NodeView> byName(Collection<NodeView> nodes) {
    return nodes.stream()
        .collect(Collectors.toMap(View::name, Function.identity(), (first, _) -> first));
  }

  /// How many of these pods have the revision.
  static int count(Stream<PodView> pods, String revision) {
    return (int) pods.filter(pod -> pod.revision().equals(revision)).count();
  }
}
