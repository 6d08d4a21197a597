package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/// The controller never takes down more than `maxUnavailable` pods. Missing pods count as well, for
/// whatever reason: an update takes no pod away, ready or not, while as many others are missing.
final class BudgetIsKept implements Law {
  private static final EnumSet<Cause> UPDATES = EnumSet.of(Cause.UPDATE, Cause.STUCK);

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var target = history.pods.get(sent.request().name());
    if (!RequestSorts.isDisruption(sent) || target == null || history.isContested) {
      return Optional.empty();
    }
    var emptied = missing(history, sent, target);
    if (emptied.isPresent()) {
      return emptied;
    }
    // What has not been ready for long enough is down already.
    return history.isSurelyAvailable(target.name(), sent)
        ? count(history, sent, target)
        : Optional.empty();
  }

  private static List<String> wanted(SetView set) {
    return ClusterHistory.wanted(set.spec()).stream()
        .map(ordinal -> set.name() + "-" + ordinal)
        .toList();
  }

  private static int allowed(SetView set) {
    return set.spec().update() instanceof Rolling rolling
        ? Math.max(1, rolling.maxUnavailable().of(set.spec().replicas()))
        : 1;
  }

  private static Optional<String> missing(
      ClusterHistory history, RequestRecord sent, PodView target) {
    var set = sent.seen().orElseThrow();
    var serves = history.isSurelyAvailable(target.name(), sent);
    var missing =
        wanted(set).stream()
            .filter(name -> !name.equals(target.name()))
            .filter(name -> counts(set, name, target.name(), serves))
            .filter(name -> history.pods.get(name) == null && history.wasGone(name, sent))
            .toList();
    return RequestSorts.cause(sent).filter(UPDATES::contains).isPresent()
            && wanted(set).contains(target.name())
            && missing.size() >= allowed(set)
        ? Optional.of(
            "%s is taken away while %s are missing, where %d may be down"
                .formatted(target.name(), missing, allowed(set)))
        : Optional.empty();
  }

  /// In order, a missing pod waits for those below it, and keeps those above it from coming. With
  /// `scaleStrategy` missing pods wait for any others that are down, but not for one that serves.
  private static boolean counts(SetView set, String missing, String target, boolean serves) {
    return set.spec().podManagement() == PodManagement.PARALLEL
        ? serves || set.spec().scaleMaxUnavailable().isEmpty()
        : Names.ordinal(set.name(), missing) < Names.ordinal(set.name(), target);
  }

  private static Optional<String> count(
      ClusterHistory history, RequestRecord sent, PodView target) {
    var set = sent.seen().orElseThrow();
    var wanted = wanted(set);
    var allowed = allowed(set);
    var down =
        history.downByUs.stream()
            .filter(wanted::contains)
            .filter(name -> !name.equals(target.name()))
            .count();
    return down + 1 > allowed && wanted.contains(target.name())
        ? Optional.of(
            "%s is taken down as number %d beside %s, where %d may be down"
                .formatted(target.name(), down + 1, history.downByUs, allowed))
        : Optional.empty();
  }
}
