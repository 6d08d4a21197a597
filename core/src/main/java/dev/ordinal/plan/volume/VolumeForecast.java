package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.plan.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the next replacement of a pod does to its volumes, where users may expect something else,
// and
/// what keeps further claims from being made: told before it happens. Deleted claims come first,
// for
/// data is lost with them. `first` is about one claim; so many `more` meet the same.
public record VolumeForecast(String reason, String first, long more) {
  private static final String DELETED = "ClaimTerminating";
  private static final String INVALID = "ClaimTemplateInvalid";
  private static final String SHRUNK = "ClaimLarger";

  private static final List<String> ORDER = List.of(DELETED, INVALID, SHRUNK);

  private VolumeForecast(String reason, String first) {
    this(reason, first, 0);
  }

  public String message() {
    return more == 0 ? first : "%s; and %d more".formatted(first, more);
  }

  /// `find` knows the set's claims by name. Empty when all claims stay, with the size asked for,
  // and
  /// others can be created. A set without pods is checked by a dry run.
  public static Optional<VolumeForecast> of(
      Snapshot seen, Collection<PodView> pods, Function<String, Optional<ClaimView>> find) {
    var found = new ArrayList<VolumeForecast>();
    var set = seen.set();
    var templates = set.spec().claimTemplates().stream().map(WantedClaim::of).toList();
    for (var pod : pods) {
      if (!pod.isTerminating()) {
        templates.forEach(wanted -> of(set, pod, wanted, find).ifPresent(found::add));
      }
    }
    if (!pods.isEmpty()) {
      templates.forEach(wanted -> invalid(seen, wanted).ifPresent(found::add));
    }
    found.sort(Comparator.comparingInt(each -> ORDER.indexOf(each.reason())));
    return found.stream().findFirst().map(first -> first.and(found));
  }

  private static Optional<VolumeForecast> invalid(Snapshot seen, WantedClaim wanted) {
    var named = wanted.storageClass().filter(name -> !name.isEmpty());
    var isClassMissing =
        named.isPresent()
            && seen.classes()
                .filter(all -> all.stream().noneMatch(each -> each.name().equals(named.get())))
                .isPresent();
    if (wanted.isUnreadable()) {
      return invalid(
          "template %s asks for %s, which is no size: claims that are still to be created will be refused, write for example 10Gi"
              .formatted(wanted.template(), wanted.size()));
    }
    return isClassMissing
        ? invalid(
            "template %s names StorageClass %s, which does not exist: claims that are still to be created will wait for it"
                .formatted(wanted.template(), named.get()))
        : Optional.empty();
  }

  private static Optional<VolumeForecast> invalid(String words) {
    return Optional.of(new VolumeForecast(INVALID, words));
  }

  private static Optional<VolumeForecast> of(
      SetView set, PodView pod, WantedClaim wanted, Function<String, Optional<ClaimView>> find) {
    var ordinal = Names.ordinal(set.name(), pod.name());
    var claim = find.apply(Names.claim(wanted.template(), set.name(), ordinal));
    return claim.flatMap(
        each ->
            each.meta().isTerminating()
                ? Optional.of(deleted(pod, each)).filter(_ -> !each.phase().equals("Pending"))
                : Optional.of(larger(pod, each, wanted)).filter(_ -> asksForLess(wanted, each)));
  }

  private static boolean asksForLess(WantedClaim wanted, ClaimView claim) {
    return !wanted.size().isEmpty()
        && !wanted.isUnreadable()
        && !claim.requested().isEmpty()
        && Quantity.isLess(wanted.size(), claim.requested());
  }

  private static VolumeForecast deleted(PodView pod, ClaimView claim) {
    return new VolumeForecast(
        DELETED,
        "claim %s is being deleted: %s gets a new, empty volume when it is replaced"
            .formatted(claim.name(), pod.name()));
  }

  private static VolumeForecast larger(PodView pod, ClaimView claim, WantedClaim wanted) {
    return new VolumeForecast(
        SHRUNK,
        "claim %s has %s and its template asks for %s: a claim never shrinks, %s keeps it when it is replaced"
            .formatted(claim.name(), claim.requested(), wanted.size(), pod.name()));
  }

  private VolumeForecast and(List<VolumeForecast> all) {
    var alike = all.stream().filter(each -> each.reason().equals(reason)).count();
    return new VolumeForecast(reason, first, alike - 1);
  }
}
