package dev.ordinal.api;

import dev.ordinal.model.FeatureGate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The value of `--feature-gates`: the gates that are on, and a remark on each value that Ordinal
/// does not support.
public record FeatureGates(Set<FeatureGate> on, List<String> remarks) {
  public FeatureGates {
    on = Set.copyOf(on);
    remarks = List.copyOf(remarks);
  }

  /// Each text is a list such as `Name=true,Other=false`; of several values the last one counts.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static FeatureGates parse(List<String> texts) {
    var on = EnumSet.noneOf(FeatureGate.class);
    on.addAll(FeatureGate.defaults());
    var remarks = new ArrayList<String>();
    for (var item : String.join(",", texts).split(",")) {
      if (!item.isBlank()) {
        var choice = Choice.parse(item.strip());
        choice.apply(on);
        choice.findRemark().ifPresent(remarks::add);
      }
    }
    return new FeatureGates(on, remarks);
  }

  private record Choice(String name, boolean isOn) {

    static Choice parse(String text) {
      var parts = text.split("=", 2);
      var name = parts[0].strip();
      var value = parts.length > 1 ? parts[1].strip().toLowerCase(Locale.ROOT) : "";
      if (!names().anyMatch(name::equals)) {
        throw new IllegalArgumentException(
            "--feature-gates: there is no gate %s: write one of %s."
                .formatted(name, names().sorted().collect(Collectors.joining(", "))));
      }
      if (!value.equals("true") && !value.equals("false")) {
        throw new IllegalArgumentException(
            "--feature-gates: %s is neither on nor off: write %2$s=true or %2$s=false."
                .formatted(text, name));
      }
      return new Choice(name, value.equals("true"));
    }

    private static Stream<String> names() {
      return Stream.concat(
          Stream.of(FeatureGate.values()).map(FeatureGate::label),
          Stream.of(ForeignGate.values()).map(ForeignGate::label));
    }

    void apply(Set<FeatureGate> on) {
      for (var gate : FeatureGate.values()) {
        if (gate.label().equals(name)) {
          on.remove(gate);
          if (isOn) {
            on.add(gate);
          }
        }
      }
    }

    Optional<String> findRemark() {
      return Stream.of(ForeignGate.values())
          .filter(gate -> gate.label().equals(name))
          .filter(gate -> !gate.kept().equals(Optional.of(isOn)))
          .map(gate -> remark(gate.reason()))
          .findFirst();
    }

    private String remark(String reason) {
      return "--feature-gates: %s=%s has no effect: %s.".formatted(name, isOn, reason);
    }
  }
}
