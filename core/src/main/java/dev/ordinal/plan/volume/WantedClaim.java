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
        spec.object("resources").object("requests").find("storage").map(Json::scalar).orElse("");
    return new WantedClaim(
        template.name(),
        spec.find("storageClassName").map(Json::scalar),
        spec.items("accessModes").stream().map(Json::scalar).toList(),
        size,
        !size.isEmpty() && !Quantity.isLess("0", size));
  }
}
