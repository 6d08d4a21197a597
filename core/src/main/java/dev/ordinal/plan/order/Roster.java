package dev.ordinal.plan.order;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.volume.ClaimOrigin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The set's pods by ordinal, and the pods of others that have one of its names. Its own are also
/// two lists: `desired`, lowest first, and `condemned`, highest first, the order in which they go.
public record Roster(
    Ordinals wanted,
    SortedMap<Integer, PodView> pods,
    SortedMap<Integer, PodView> foreign,
    List<PodView> desired,
    List<PodView> condemned,
    SortedMap<String, ClaimView> claims,
    Map<String, List<ClaimView>> handed) {

  public static Roster of(Snapshot seen, List<PodView> own, List<PodView> foreign) {
    var wanted = Ordinals.of(seen.set());
    var pods = byOrdinal(seen, own);
    var desired = new ArrayList<PodView>();
    var condemned = new ArrayList<PodView>();
    pods.forEach((ordinal, pod) -> (wanted.contains(ordinal) ? desired : condemned).add(pod));
    return new Roster(
        wanted,
        pods,
        byOrdinal(seen, foreign),
        List.copyOf(desired),
        List.copyOf(condemned.reversed()),
        claims(seen),
        handed(seen));
  }

  private static SortedMap<Integer, PodView> byOrdinal(Snapshot seen, List<PodView> pods) {
    var sorted = new TreeMap<Integer, PodView>();
    for (var pod : pods) {
      var ordinal = Names.ordinal(seen.set().name(), pod.name());
      if (ordinal >= 0) {
        sorted.put(ordinal, pod);
      }
    }
    return Collections.unmodifiableSortedMap(sorted);
  }

  private static SortedMap<String, ClaimView> claims(Snapshot seen) {
    var claims = new TreeMap<String, ClaimView>();
    seen.claims().forEach(claim -> claims.put(claim.name(), claim));
    return Collections.unmodifiableSortedMap(claims);
  }

  /// The claims that are deleted with a pod, by its uid.
  private static Map<String, List<ClaimView>> handed(Snapshot seen) {
    var handed = new TreeMap<String, List<ClaimView>>();
    for (var claim : seen.claims()) {
      for (var owner : claim.meta().owners()) {
        if (owner.kind().equals("Pod") && !claim.meta().isTerminating()) {
          handed.computeIfAbsent(owner.uid(), _ -> new ArrayList<>()).add(claim);
        }
      }
    }
    return handed;
  }

  /// Those of templates, by their names: the claim of an ephemeral volume, `<pod>-<volume>`, goes
  /// with its pod by nature.
  public List<ClaimView> claimsHandedTo(PodView pod, SetView set) {
    var claims = handed.getOrDefault(pod.uid(), List.of());
    return claims.isEmpty() ? claims : ofTemplates(claims, pod, set);
  }

  private static List<ClaimView> ofTemplates(List<ClaimView> claims, PodView pod, SetView set) {
    return claims.stream()
        .filter(claim -> ClaimOrigin.isTemplate(set, claim, Optional.of(pod)))
        .filter(claim -> claim.name().endsWith("-" + pod.name()))
        .filter(claim -> !claim.name().startsWith(pod.name() + "-"))
        .toList();
  }

  public Optional<ClaimView> findClaim(String name) {
    return Optional.ofNullable(claims.get(name));
  }

  public Optional<PodView> find(int ordinal) {
    return Optional.ofNullable(pods.get(ordinal));
  }

  public Optional<PodView> findForeign(int ordinal) {
    return Optional.ofNullable(foreign.get(ordinal));
  }

  /// How many wanted pods are not there, of those that can exist.
  public long missing() {
    return wanted.possible() - desired.size();
  }
}
