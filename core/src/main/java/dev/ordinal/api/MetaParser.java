package dev.ordinal.api;

import dev.ordinal.model.Meta;
import dev.ordinal.model.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads `metadata` of any object. The API server has validated it, so unexpected values count as
/// absent.
public final class MetaParser {
  private MetaParser() {}

  public static Meta parse(Json.Obj metadata) {
    return new Meta(
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("uid"),
        whole(metadata.find("resourceVersion").orElseGet(Json.Null::new)),
        whole(metadata.find("generation").orElseGet(Json.Null::new)),
        strings(metadata.object("labels")),
        strings(metadata.object("annotations")),
        metadata.items("ownerReferences").stream().map(MetaParser::owner).toList(),
        finalizers(metadata),
        time(metadata.text("creationTimestamp")).orElse(Instant.EPOCH),
        time(metadata.text("deletionTimestamp")));
  }

  private static Meta.Owner owner(Json reference) {
    var owner = reference instanceof Json.Obj found ? found : Json.EMPTY;
    return new Meta.Owner(
        owner.text("apiVersion"),
        owner.text("kind"),
        owner.text("name"),
        owner.text("uid"),
        owner.find("controller").filter(Json.of(true)::equals).isPresent());
  }

  private static List<String> finalizers(Json.Obj metadata) {
    return metadata.items("finalizers").stream()
        .filter(Json.Str.class::isInstance)
        .map(item -> ((Json.Str) item).value())
        .toList();
  }

  private static SortedMap<String, String> strings(Json.Obj values) {
    var found = new TreeMap<String, String>();
    values
        .members()
        .forEach(
            (name, value) -> {
              if (value instanceof Json.Str(var text)) {
                found.put(name, text);
              }
            });
    return found;
  }

  /// A time as Kubernetes writes it; Kruise writes some with a local offset.
  public static Optional<Instant> time(String text) {
    try {
      if (text.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          text.endsWith("Z") ? Instant.parse(text) : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// A number, or a text of digits (a resourceVersion is one), or zero.
  static long whole(Json value) {
    var digits =
        switch (value) {
          case Json.Num(var literal) -> literal;
          case Json.Str(var text) -> text;
          case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> "";
        };
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits);
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
