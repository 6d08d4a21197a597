package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.volume.GrowthTable.Row;
import dev.ordinal.plan.volume.GrowthTable.Step;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// How the claims of each pod stand to their templates, if the set has claims grow.
public final class ClaimGrowth {
  private final Snapshot seen;
  private final Function<String, Optional<ClaimView>> find;
  private final List<WantedClaim> wanted;
  private final TreeMap<String, List<Finding>> known = new TreeMap<>();

  /// A claim and its row of the table, which is asked for often and looked up once.
  public record Finding(ClaimComparison claim, Row row) {}

  /// `find` knows the set's claims by name.
  public ClaimGrowth(Snapshot seen, Function<String, Optional<ClaimView>> find) {
    var spec = seen.set().spec();
    this.seen = seen;
    this.find = find;
    this.wanted =
        spec.growsClaims()
            ? spec.claimTemplates().stream().map(WantedClaim::of).toList()
            : List.of();
  }

  /// Whether claims of this pod grow, so that the pod counts against `maxUnavailable`.
  public boolean isGrowing(PodView pod) {
    return has(pod, Step.WAIT);
  }

  /// Whether claims of this pod have to grow before the pod itself may be updated.
  public boolean isDue(PodView pod) {
    return has(pod, Step.GROW) || has(pod, Step.WAIT);
  }

  /// Whether claims of this pod are not what their templates ask for, and may never be.
  public boolean isLacking(PodView pod) {
    return isDue(pod) || has(pod, Step.HOLD);
  }

  private boolean has(PodView pod, Step step) {
    return !wanted.isEmpty() && findings(pod).stream().anyMatch(each -> each.row().step() == step);
  }

  /// The claims of this pod, each with its row.
  public List<Finding> findings(PodView pod) {
    return wanted.isEmpty() ? List.of() : known.computeIfAbsent(pod.name(), this::look);
  }

  private List<Finding> look(String pod) {
    var ordinal = Names.ordinal(seen.set().name(), pod);
    return wanted.stream().map(template -> look(template, ordinal)).toList();
  }

  private Finding look(WantedClaim template, int ordinal) {
    var name = Names.claim(template.template(), seen.set().name(), ordinal);
    var claim = new ClaimComparison(template, name, find.apply(name), seen.classes());
    return new Finding(claim, GrowthTable.find(claim));
  }
}
