package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.number.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the next replacement of a pod does to its volumes, where users may expect something else:
/// told before it happens. Deleted claims come first, for data is lost with them.
public record Outlook(String reason, String message) {

  /// `find` knows the set's claims by name. Empty when all claims stay, with the size asked for.
  public static Optional<Outlook> of(
      SetView set, Collection<PodView> wanted, Function<String, Optional<ClaimView>> find) {
    var found = new ArrayList<Outlook>();
    var wishes = set.spec().claimTemplates().stream().map(Wish::of).toList();
    for (var pod : wanted) {
      if (!pod.isTerminating()) {
        wishes.forEach(wish -> of(set, pod, wish, find).ifPresent(found::add));
      }
    }
    found.sort(Comparator.comparing(each -> each.reason().equals(SHRUNK)));
    return found.stream().findFirst().map(first -> first.and(found));
  }

  private static final String SHRUNK = "ClaimLarger";

  private static Optional<Outlook> of(
      SetView set, PodView pod, Wish wish, Function<String, Optional<ClaimView>> find) {
    var ordinal = Names.ordinal(set.name(), pod.name());
    var claim = find.apply(Names.claim(wish.template(), set.name(), ordinal));
    return claim.flatMap(
        each ->
            each.meta().isTerminating()
                ? Optional.of(deleted(pod, each))
                : Optional.of(larger(pod, each, wish)).filter(_ -> asksForLess(wish, each)));
  }

  private static boolean asksForLess(Wish wish, ClaimView claim) {
    return !wish.size().isEmpty()
        && !wish.isUnreadable()
        && !claim.requested().isEmpty()
        && Quantity.isLess(wish.size(), claim.requested());
  }

  private static Outlook deleted(PodView pod, ClaimView claim) {
    return new Outlook(
        "ClaimTerminating",
        "claim %s is being deleted: %s gets a new, empty volume when it is replaced"
            .formatted(claim.name(), pod.name()));
  }

  private static Outlook larger(PodView pod, ClaimView claim, Wish wish) {
    return new Outlook(
        SHRUNK,
        "claim %s has %s and its template asks for %s: a claim never shrinks, %s keeps it when it is replaced"
            .formatted(claim.name(), claim.requested(), wish.size(), pod.name()));
  }

  private Outlook and(List<Outlook> all) {
    var more = all.stream().filter(each -> each.reason().equals(reason)).count() - 1;
    return more == 0 ? this : new Outlook(reason, "%s; and %d more".formatted(message, more));
  }
}
