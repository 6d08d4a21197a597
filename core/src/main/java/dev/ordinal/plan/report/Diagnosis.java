package dev.ordinal.plan.report;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.life.PodState;
import dev.ordinal.plan.volume.WantedClaim;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/// What a pod that is not available is doing, with what ends the wait where the pod alone does not
/// tell: a claim without its StorageClass, a kubelet that cannot create containers, a newer
/// template.
public final class Diagnosis {
  private final Snapshot seen;
  private final Function<String, Optional<ClaimView>> claims;

  /// `claims` knows the set's claims by name.
  public Diagnosis(Snapshot seen, Function<String, Optional<ClaimView>> claims) {
    this.seen = seen;
    this.claims = claims;
  }

  /// `updateAdvice` tells what brings a newer template to the pod, where that needs more than time.
  public PodState of(PodView pod, Optional<String> updateAdvice) {
    var state = Health.state(pod);
    return findClassless(pod)
        .map(state::suspect)
        .or(() -> updateAdvice.or(() -> findAvailability(pod)).map(state::with))
        .or(() -> findLateStart(pod).filter(_ -> !state.isBroken()).map(state::suspect))
        .orElse(state);
  }

  private Optional<String> findAvailability(PodView pod) {
    var minReady = seen.set().spec().minReady();
    return pod.availableAt(minReady)
        .filter(at -> at.isAfter(seen.now()))
        .map(
            at ->
                "it is available at %s, after %d s"
                    .formatted(at.truncatedTo(ChronoUnit.SECONDS), minReady.toSeconds()));
  }

  /// The kubelet tells in events alone why it cannot create containers, such as a missing ConfigMap
  /// that is mounted as a volume.
  private Optional<String> findLateStart(PodView pod) {
    return Health.startLateAt(pod)
        .filter(at -> !at.isAfter(seen.now()))
        .map(
            _ ->
                "no container has started since %s, kubectl describe pod %s shows why"
                    .formatted(pod.meta().createdAt().truncatedTo(ChronoUnit.SECONDS), pod.name()));
  }

  /// An unbound claim whose class does not exist. A claim that was made for an older template keeps
  /// that class; a new one is made when it is deleted, for its pod has not started.
  private Optional<String> findClassless(PodView pod) {
    return seen.set().spec().claimTemplates().stream()
        .map(WantedClaim::of)
        .flatMap(wanted -> find(pod, wanted).stream().map(claim -> classless(claim, wanted)))
        .findFirst();
  }

  private Optional<ClaimView> find(PodView pod, WantedClaim wanted) {
    var set = seen.set().name();
    var name = Names.claim(wanted.template(), set, Names.ordinal(set, pod.name()));
    return claims
        .apply(name)
        .filter(claim -> claim.phase().equals("Pending"))
        .filter(claim -> claim.storageClass().filter(this::isMissing).isPresent());
  }

  /// An empty name asks for a volume without a class.
  private boolean isMissing(String storageClass) {
    return !storageClass.isEmpty()
        && seen.classes()
            .filter(all -> all.stream().noneMatch(each -> each.name().equals(storageClass)))
            .isPresent();
  }

  private static String classless(ClaimView claim, WantedClaim wanted) {
    var delete = "kubectl delete pvc " + claim.name();
    var missing = claim.storageClass().orElseThrow();
    var asked =
        wanted
            .storageClass()
            .map(name -> "StorageClass " + name)
            .orElse("the default StorageClass");
    return "claim %s waits for StorageClass %s, which does not exist: %s"
        .formatted(
            claim.name(),
            missing,
            wanted.storageClass().filter(missing::equals).isPresent()
                ? "create it, or write another one in volumeClaimTemplates and then " + delete
                : "%s makes room for one of %s".formatted(delete, asked));
  }
}
