package dev.ordinal.plan.volume;

import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.util.List;
import java.util.Optional;

/// What a template asks of its claims, as far as a claim that exists can be held against it. Other
/// fields, labels among them, reach later claims only.
public record WantedClaim(
    String template,
    Optional<String> storageClass,
    List<String> accessModes,
    String size,
    boolean isUnreadable) {
  public WantedClaim {
    accessModes = List.copyOf(accessModes);
  }

  public static WantedClaim of(ClaimTemplate template) {
    var spec = template.body().object("spec");
    var size =
        spec.object("resources")
            .object("requests")
            .find("storage")
            .map(WantedClaim::text)
            .orElse("");
    return new WantedClaim(
        template.name(),
        spec.find("storageClassName").map(WantedClaim::text),
        spec.items("accessModes").stream().map(WantedClaim::text).toList(),
        size,
        !size.isEmpty() && !Quantity.isLess("0", size));
  }

  /// An amount may be written as a number too.
  private static String text(Json value) {
    return switch (value) {
      case Json.Str(var text) -> text;
      case Json.Num(var literal) -> literal;
      case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> "";
    };
  }
}
