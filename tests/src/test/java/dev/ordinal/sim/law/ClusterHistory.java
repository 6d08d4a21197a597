package dev.ordinal.sim.law;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.common.Selector;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The cluster as it is and as it was recently, which the controller cannot see.
public final class ClusterHistory {
  public final TreeMap<String, SetView> sets = new TreeMap<>();
  public final TreeMap<String, PodView> pods = new TreeMap<>();
  public final TreeMap<String, ClaimView> claims = new TreeMap<>();
  public final TreeMap<String, RevisionView> revisions = new TreeMap<>();
  public final TreeMap<String, JobView> jobs = new TreeMap<>();
  public final TreeMap<String, NodeView> nodes = new TreeMap<>();

  /// The pods that only pull an image.
  public final TreeMap<String, PodView> pullers = new TreeMap<>();

  /// Pods by name that the controller has taken down, and that have not been available since.
  public final TreeSet<String> downByUs = new TreeSet<>();

  /// Names of pods that the API server refuses to create, whatever the controller does.
  public final TreeSet<String> refused = new TreeSet<>();

  /// When a quota last refused a pod that would be accepted by now.
  public Instant lastQuota = Instant.EPOCH;

  /// A quota has no room for pods with more resources, neither for a resize nor for a new pod.
  public boolean isQuotaFull;

  /// The store was restored from a backup: until the controller notices, it pins its requests to
  /// versions that do not exist.
  public boolean wasRestored;

  /// When the controller last wrote something.
  public Instant lastWrite = Instant.EPOCH;

  private Instant restoredAt = Instant.EPOCH;
  private Instant editedAt = Instant.EPOCH;

  /// Requests that the API server always refuses.
  public Predicate<ApiRequest> denied = _ -> false;

  /// Two controllers at once, one of them late, cannot keep a common count. Their requests are
  /// still pinned to what they saw.
  public boolean isContested;

  /// The holder of the Lease, an empty string for none; empty without an election.
  public Optional<String> leader = Optional.empty();

  private final TreeMap<String, List<ServingPeriod>> periods = new TreeMap<>();
  private final TreeMap<String, Instant> goneSince = new TreeMap<>();
  private final TreeMap<String, Instant> otherHandsSince = new TreeMap<>();
  private final TreeMap<String, Instant> leftAt = new TreeMap<>();
  private Instant now = Instant.EPOCH;
  private Duration leastSkew = Duration.ZERO;
  private Duration greatestSkew = Duration.ZERO;

  /// When the time of each pod's Ready condition first showed: a pod is ready before its hook makes
  /// it normal, and a controller that has no trust in the time itself counts from then.
  private final TreeMap<String, ReadyTime> readyTimes = new TreeMap<>();

  private record ReadyTime(Optional<Instant> since, Instant shownAt) {}

  /// From when to when a pod of this name was ready: by its own status, and as visible in the API.
  ///
  /// @param shownAt when the time in `from` was first visible
  private record ServingPeriod(Instant from, Instant shownAt, Instant seen, Instant to) {}

  public Instant now() {
    return now;
  }

  public void tick(Instant moment) {
    now = moment;
  }

  public void restored(Instant moment) {
    wasRestored = true;
    restoredAt = moment;
  }

  /// Whether the store was restored so recently that a late watch may not have shown it. Then pods
  /// are not what the controller knows, which pins its requests to their uids alone.
  public boolean isJustRestored() {
    return wasRestored && now.isBefore(restoredAt.plusSeconds(10));
  }

  /// Whether a user has changed the set after the request was decided, and not before a restore.
  public boolean isOvertakenByUser(RequestRecord sent) {
    return editedAt.isAfter(sent.asOf()) && editedAt.isAfter(restoredAt);
  }

  /// The new state of an object, if it is one that decisions depend on.
  public static Optional<View> view(Change change) {
    var object = change.object();
    return Optional.ofNullable(
        switch (change.resource().names().plural()) {
          case "statefulsets" -> Views.set(object);
          case "pods" -> Views.pod(object);
          case "persistentvolumeclaims" -> Views.claim(object);
          case "controllerrevisions" -> Views.revision(object);
          case "imagepulljobs" -> Views.job(object);
          case "nodes" -> Views.node(object);
          default -> null;
        });
  }

  public void take(View view, boolean isGone) {
    switch (view) {
      case SetView set -> {
        var before = Optional.ofNullable(sets.get(set.name()));
        if (before.filter(known -> generation(known) != generation(set)).isPresent()) {
          editedAt = now;
        }
        keep(sets, set, isGone);
      }
      case ClaimView claim -> keep(claims, claim, isGone);
      case RevisionView revision -> {
        var old = Optional.ofNullable(revisions.get(revision.name()));
        if (old.filter(known -> !isSameOwner(known.meta(), revision.meta())).isPresent()) {
          otherHandsSince.put(revision.name(), now);
        }
        keep(revisions, revision, isGone);
      }
      case JobView job -> keep(jobs, job, isGone);
      case NodeView node -> keep(nodes, node, isGone);
      case ClassView _ -> {}
      case PodView pod when isPuller(pod) -> keep(pullers, pod, isGone);
      case PodView pod -> {
        var hands = hands(pod.name());
        Optional.ofNullable(pods.get(pod.name())).ifPresent(old -> leftAt.put(old.node(), now));
        keep(pods, pod, isGone);
        if (!hands.equals(hands(pod.name()))) {
          otherHandsSince.put(pod.name(), now);
        }
        follow(pod.name());
      }
    }
  }

  private static long generation(SetView set) {
    return set.meta().generation();
  }

  /// Whether the pod serves, and the controller has begun to prepare it: it may not know yet that
  /// its request was carried out.
  public boolean isPreparedAndServes(String name) {
    return Optional.ofNullable(pods.get(name))
        .filter(pod -> pod.isReady() && pod.lifecycleState().isPreparing())
        .isPresent();
  }

  private static boolean isSameOwner(Meta one, Meta other) {
    return one.controller().map(Meta.Owner::uid).equals(other.controller().map(Meta.Owner::uid));
  }

  public static boolean isPuller(PodView pod) {
    return !pod.meta().label(Names.PULLER_LABEL).isEmpty();
  }

  private <V extends View> void keep(Map<String, V> known, V view, boolean isGone) {
    if (isGone) {
      known.remove(view.name());
      goneSince.put(view.name(), now);
    } else {
      known.put(view.name(), view);
    }
  }

  /// Records a request that has succeeded.
  public void take(RequestRecord sent) {
    if (RequestSorts.isWrite(sent)) {
      lastWrite = now;
    }
    if (RequestSorts.isDisruption(sent)) {
      downByUs.add(sent.request().name());
    }
  }

  private void follow(String name) {
    var past = periods.computeIfAbsent(name, _ -> new ArrayList<>());
    var shownAt = shownAt(name);
    var since = Optional.ofNullable(pods.get(name)).flatMap(ClusterHistory::readySince);
    var isOpen = !past.isEmpty() && past.getLast().to().equals(Instant.MAX);
    if (isOpen && since.filter(past.getLast().from()::equals).isEmpty()) {
      var last = past.removeLast();
      past.add(new ServingPeriod(last.from(), last.shownAt(), last.seen(), now));
      isOpen = false;
    }
    if (since.isPresent() && !isOpen) {
      past.add(new ServingPeriod(since.get(), shownAt, now, Instant.MAX));
    }
    if (since.isPresent()) {
      downByUs.remove(name);
    }
  }

  /// When the time of the pod's Ready condition first showed.
  private Instant shownAt(String name) {
    var since =
        Optional.ofNullable(pods.get(name))
            .filter(PodView::isReady)
            .flatMap(pod -> pod.findCondition("Ready"))
            .flatMap(PodView.Condition::since);
    return readyTimes
        .compute(
            name,
            (_, before) ->
                before == null || !before.since().equals(since)
                    ? new ReadyTime(since, now)
                    : before)
        .shownAt();
  }

  private static Optional<Instant> readySince(PodView pod) {
    return pod.isReady() && pod.isNormal() && !pod.isTerminating()
        ? pod.findCondition("Ready").flatMap(PodView.Condition::since)
        : Optional.empty();
  }

  /// Whether the pod has been ready before, and surely was not when the request was decided.
  public boolean hasSurelyFallenIll(PodView pod, RequestRecord sent) {
    var past = periods.getOrDefault(pod.name(), List.of());
    return !past.isEmpty()
        && past.getLast().to().isBefore(sent.asOf())
        && past.getLast().from().isAfter(pod.meta().createdAt());
  }

  /// The owner of a pod, if its label fits.
  private List<String> hands(String pod) {
    return Optional.ofNullable(pods.get(pod)).map(PodView::meta).stream()
        .flatMap(
            meta -> Stream.of(meta.controller().map(Meta.Owner::uid).orElse(""), meta.label("app")))
        .toList();
  }

  /// Whether the pod had another owner, or none, or another label when the request was decided.
  public boolean hasJustChangedHands(String pod, RequestRecord sent) {
    var since = otherHandsSince.get(pod);
    return since != null && !since.isBefore(sent.asOf());
  }

  /// Whether the pod may have looked available when this request was decided.
  public boolean mayHaveBeenAvailable(String pod, RequestRecord sent) {
    var minReady = sent.seen().orElseThrow().spec().minReady().minus(widestSkew(sent));
    for (var period : periods.getOrDefault(pod, List.of())) {
      // A kubelet whose clock is ahead writes times in the future.
      var since = period.from().isBefore(period.shownAt()) ? period.from() : period.shownAt();
      var from = minReady.isNegative() ? since : since.plus(minReady);
      // A controller that has not seen its end counts its time until now.
      if (!from.isAfter(now) && !period.to().isBefore(sent.asOf())) {
        return true;
      }
    }
    return false;
  }

  /// How far apart the controller's clock has been from itself and from the right time so far: it
  /// dated what it saw by that clock, which may have been set since.
  public Duration widestSkew(RequestRecord sent) {
    var skew = sent.skew();
    leastSkew = skew.compareTo(leastSkew) < 0 ? skew : leastSkew;
    greatestSkew = skew.compareTo(greatestSkew) > 0 ? skew : greatestSkew;
    return greatestSkew.minus(leastSkew);
  }

  /// Whether the pod has been available all the time since the state that the request is based on.
  public boolean isSurelyAvailable(String pod, RequestRecord sent) {
    var minReady = sent.seen().orElseThrow().spec().minReady().plus(widestSkew(sent));
    var past = periods.getOrDefault(pod, List.of());
    return !past.isEmpty()
        && past.getLast().to().equals(Instant.MAX)
        && past.getLast().seen().isBefore(sent.asOf())
        && !past.getLast().from().plus(minReady).isAfter(sent.asOf());
  }

  /// Whether the pod has been ready for this long, by every clock except its node's.
  public boolean hasServedFor(String pod, Duration span) {
    var past = periods.getOrDefault(pod, List.of());
    return !past.isEmpty()
        && past.getLast().to().equals(Instant.MAX)
        && !past.getLast().seen().plus(span).isAfter(now);
  }

  /// Whether the object did not exist when the request was decided.
  public boolean wasGone(String name, RequestRecord sent) {
    var gone = goneSince.get(name);
    return gone == null || gone.isBefore(sent.asOf());
  }

  /// Whether the object existed when the request was decided, and does not now.
  public boolean hasJustGone(String name, RequestRecord sent) {
    var gone = goneSince.get(name);
    return gone != null && !gone.isBefore(sent.asOf());
  }

  /// Whether a pod that only pulls could have been meant for this node when the request was
  /// decided.
  public boolean mayHaveHosted(String node, Selector selector, RequestRecord sent) {
    var left = leftAt.get(node);
    return (left != null && !left.isBefore(sent.asOf()))
        || pods.values().stream()
            .anyMatch(pod -> pod.node().equals(node) && selector.matches(pod.meta().labels()));
  }

  /// The ordinals that a spec asks for, computed without the production code.
  public static List<Integer> wanted(SetSpec spec) {
    var wanted = new ArrayList<Integer>();
    for (var ordinal = spec.start(); wanted.size() < spec.replicas(); ordinal++) {
      var candidate = ordinal;
      if (spec.reserved().stream()
          .noneMatch(range -> range.from() <= candidate && candidate <= range.to())) {
        wanted.add(candidate);
      }
    }
    return wanted;
  }

  /// The set's pods, by ordinal, whatever the spec asks for.
  public List<PodView> podsOf(SetView set) {
    return pods.values().stream()
        .filter(pod -> pod.meta().isControlledBy(set.uid()))
        .filter(pod -> Names.ordinal(set.name(), pod.name()) >= 0)
        .toList();
  }

  /// Except those whose labels no longer match, which are about to be released.
  public List<PodView> membersOf(SetView set) {
    return podsOf(set).stream()
        .filter(pod -> set.spec().selector().matches(pod.meta().labels()))
        .toList();
  }
}
