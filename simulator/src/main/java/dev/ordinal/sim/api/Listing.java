package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.SortedMap;

/// Lists, whole or in pages. All pages of a list are of the same version.
final class Listing {
  private final ObjectStore store;

  Listing(ObjectStore store) {
    this.store = store;
  }

  /// Where a page starts, and the version of its list.
  private record Continuation(long version, String after) {
    static Continuation parse(String token) {
      try {
        var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        var parts = text.split(" ", 2);
        return new Continuation(Long.parseLong(parts[0]), parts[1]);
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
        throw Refusal.badRequest("continue key is not valid: " + token);
      }
    }

    String token() {
      var bytes = (version + " " + after).getBytes(StandardCharsets.UTF_8);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
  }

  Json.Obj list(Request request) {
    var query = request.query();
    var resource = request.target().resource();
    var mark =
        query.text("continue").isEmpty()
            ? new Continuation(moment(request), "")
            : Continuation.parse(query.text("continue"));
    var objects = objects(request, mark);
    var selection = Selection.of(resource, query);
    var limit = limit(query.text("limit"));
    var items = new ArrayList<Json>();
    var last = "";
    var metadata = Json.of("resourceVersion", Json.of(Long.toString(mark.version())));
    for (var entry : objects.entrySet()) {
      if (selection.accepts(entry.getValue())) {
        if (items.size() == limit) {
          var more = new Continuation(mark.version(), last).token();
          var page = metadata.with("continue", Json.of(more));
          return Rendering.list(resource, Json.of(items), remaining(request, page, objects, last));
        }
        items.add(Rendering.item(resource, entry.getValue()));
        last = entry.getKey();
      }
    }
    return Rendering.list(resource, Json.of(items), metadata);
  }

  /// The server counts the remaining items only where there is no selector.
  private static Json.Obj remaining(
      Request request, Json.Obj metadata, SortedMap<String, Json.Obj> objects, String last) {
    if (!Selection.of(request.target().resource(), request.query()).isEverything()) {
      return metadata;
    }
    return metadata.with("remainingItemCount", Json.of(objects.tailMap(last + "\0").size()));
  }

  private SortedMap<String, Json.Obj> objects(Request request, Continuation mark) {
    var target = request.target();
    var objects =
        mark.version() == store.version()
            ? store.objects(target.resource(), target.namespace())
            : store
                .objectsAt(target.resource(), target.namespace(), mark.version())
                .orElseThrow(Listing::tooOld);
    return mark.after().isEmpty() ? objects : objects.tailMap(mark.after() + "\0");
  }

  private static Refusal tooOld() {
    return Refusal.expired(
        "The provided continue parameter is too old to display a consistent list result. You can"
            + " start a new list without the continue parameter.");
  }

  /// Lists are of the current version, unless the request asks for an earlier one.
  private long moment(Request request) {
    var version = request.query().text("resourceVersion");
    return request.query().text("resourceVersionMatch").equals("Exact") && !version.isEmpty()
        ? Watch.number(version)
        : store.version();
  }

  private static int limit(String text) {
    try {
      var limit = text.isEmpty() ? 0 : Integer.parseInt(text);
      return limit <= 0 ? Integer.MAX_VALUE : limit;
    } catch (NumberFormatException _) {
      throw Refusal.badRequest("strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text));
    }
  }
}
