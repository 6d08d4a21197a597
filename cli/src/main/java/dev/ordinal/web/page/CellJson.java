package dev.ordinal.web.page;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.ClaimRow;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.WaitRow;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// One ordinal for the page. A set may have ten thousand of them, so that names are short and what
/// is usual is left out.
final class CellJson {
  private CellJson() {}

  /// What the grid needs.
  static Json.Obj brief(OrdinalRow row) {
    var facts = row.facts();
    var cell =
        Json.of("o", Json.of(row.ordinal()))
            .with("p", Json.of(row.pod()))
            .with("s", Json.of(row.state().name().toLowerCase(Locale.ROOT)))
            .with("w", Json.of(row.words()));
    cell = withText(cell, "r", facts.revision());
    cell = withText(cell, "n", facts.node());
    cell = withTime(cell, "a", facts.createdAt());
    cell = withTime(cell, "t", facts.readySince());
    cell = row.isUpdated() ? cell.with("u", Json.of(true)) : cell;
    cell = row.isWanted() ? cell : cell.with("x", Json.of(true));
    cell = facts.restarts() == 0 ? cell : cell.with("c", Json.of(facts.restarts()));
    var wait = row.findWait();
    return wait.isEmpty() ? cell : cell.with("h", wait(wait.get()));
  }

  /// Everything that is known of the pod.
  static Json.Obj whole(OrdinalRow row) {
    var facts = row.facts();
    return brief(row)
        .with("uid", Json.of(facts.uid()))
        .with("zone", Json.of(facts.zone()))
        .with("lifecycle", Json.of(facts.lifecycle()))
        .with("images", Json.of(facts.images().stream().map(Json::of).toList()))
        .with("claims", Json.of(row.claims().stream().map(CellJson::claim).toList()))
        .with("waits", Json.of(row.waits().stream().map(CellJson::wait).toList()));
  }

  static Json.Obj claim(ClaimRow claim) {
    return Json.of("name", Json.of(claim.name()))
        .with("template", Json.of(claim.template()))
        .with("state", Json.of(claim.state()))
        .with("class", Json.of(claim.storageClass()))
        .with("requested", Json.of(claim.requested()))
        .with("capacity", Json.of(claim.capacity()));
  }

  static Json.Obj wait(WaitRow wait) {
    var json =
        Json.of("target", Json.of(wait.target()))
            .with("reason", Json.of(wait.reason()))
            .with("sentence", Json.of(wait.sentence()))
            .with("severity", Json.of(wait.severity().name().toLowerCase(Locale.ROOT)));
    return withTime(json, "since", wait.since());
  }

  private static Json.Obj withText(Json.Obj json, String name, String text) {
    return text.isEmpty() ? json : json.with(name, Json.of(text));
  }

  /// In milliseconds since 1970, as scripts count.
  static Json.Obj withTime(Json.Obj json, String name, Optional<Instant> time) {
    return time.isEmpty() ? json : json.with(name, Json.of(time.get().toEpochMilli()));
  }
}
