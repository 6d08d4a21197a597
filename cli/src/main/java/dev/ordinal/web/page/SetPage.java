package dev.ordinal.web.page;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.WaitRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One set for the page: whole for a new viewer, and then only what differs, so that the change of
/// one pod sends and paints one cell.
public final class SetPage {
  /// A longer list is not read to its end; each cell has its own hold besides.
  private static final int MOST_WAITS = 40;

  private static final Json.Null NOTHING = new Json.Null();

  private final SetOverview overview;

  /// By the name of the pod: a pod of another owner may have an ordinal as well.
  private final Map<String, OrdinalRow> rows;

  public SetPage(SetOverview overview) {
    this.overview = overview;
    this.rows =
        overview.ordinals().stream()
            .collect(
                Collectors.toMap(
                    OrdinalRow::pod, Function.identity(), (one, _) -> one, HashMap::new));
  }

  public Json.Obj whole() {
    return Json.of("now", Json.of(overview.now().toEpochMilli()))
        .with("head", head())
        .with("revisions", revisions())
        .with("waits", waits())
        .with("cells", Json.of(overview.ordinals().stream().map(CellJson::brief).toList()));
  }

  /// What differs from an earlier page of the set; empty if nothing does.
  public Optional<Json.Obj> since(SetPage before) {
    var changed = new ArrayList<Json>();
    for (var row : overview.ordinals()) {
      if (!row.equals(before.rows.get(row.pod()))) {
        changed.add(CellJson.brief(row));
      }
    }
    var gone =
        before.rows.keySet().stream().filter(pod -> !rows.containsKey(pod)).map(Json::of).toList();
    var json = Json.EMPTY;
    json = changed.isEmpty() ? json : json.with("cells", Json.of(changed));
    json = gone.isEmpty() ? json : json.with("gone", Json.of(gone));
    json = with(json, "head", head(), before.head());
    json = with(json, "revisions", revisions(), before.revisions());
    json = with(json, "waits", waits(), before.waits());
    return json.equals(Json.EMPTY)
        ? Optional.empty()
        : Optional.of(json.with("now", Json.of(overview.now().toEpochMilli())));
  }

  private static Json.Obj with(Json.Obj json, String name, Json now, Json before) {
    return now.equals(before) ? json : json.with(name, now);
  }

  /// Everything that is known of one pod.
  public Optional<Json.Obj> pod(String name) {
    return Optional.ofNullable(rows.get(name)).map(CellJson::whole);
  }

  /// The claims of all pods, with the pod's name in each.
  public Json claims() {
    var all = new ArrayList<Json>();
    for (var row : overview.ordinals()) {
      row.claims().forEach(claim -> all.add(CellJson.claim(claim).with("pod", Json.of(row.pod()))));
    }
    return Json.of(all);
  }

  private Json.Obj head() {
    var goal = overview.goal();
    var counts = overview.counts();
    return Json.of("namespace", Json.of(overview.key().namespace()))
        .with("name", Json.of(overview.key().name()))
        .with("generation", Json.of(overview.generation()))
        .with("created", Json.of(overview.createdAt().toEpochMilli()))
        .with("phase", Json.of(overview.phase().name().toLowerCase(Locale.ROOT)))
        .with("word", Json.of(overview.phase().word()))
        .with("reason", Json.of(overview.reason()))
        .with("message", Json.of(overview.message()))
        .with("replicas", Json.of(goal.replicas()))
        .with("strategy", Json.of(goal.strategy()))
        .with("partition", Json.of(goal.partition()))
        .with("paused", Json.of(goal.isPaused()))
        .with("maxUnavailable", Json.of(goal.maxUnavailable()))
        .with("ordered", Json.of(goal.isOrdered()))
        .with("minReady", Json.of(goal.minReady().toSeconds()))
        .with("ready", Json.of(counts.ready()))
        .with("available", Json.of(counts.available()))
        .with("updated", Json.of(counts.updated()))
        .with("pods", Json.of(counts.replicas()))
        .with("done", Json.of(overview.progress().done()))
        .with("total", Json.of(overview.progress().total()))
        .with(
            "left",
            overview
                .progress()
                .remaining()
                .map(Duration::toSeconds)
                .<Json>map(Json::of)
                .orElse(NOTHING));
  }

  private Json revisions() {
    return Json.of(overview.revisions().stream().map(SetPage::revision).toList());
  }

  private static Json.Obj revision(RevisionRow row) {
    return Json.of("name", Json.of(row.name()))
        .with("number", Json.of(row.number()))
        .with("current", Json.of(row.isCurrent()))
        .with("update", Json.of(row.isUpdate()))
        .with("cause", Json.of(row.cause()))
        .with("created", Json.of(row.createdAt().toEpochMilli()))
        .with("images", Json.of(row.images().stream().map(Json::of).toList()))
        .with("containers", containers(row.template()))
        .with("pods", Json.of(row.pods()));
  }

  /// The names of the containers, in the order of their images.
  private static Json containers(Json.Obj template) {
    return Json.of(
        template.object("spec").items("containers").stream()
            .map(item -> item instanceof Json.Obj container ? container.text("name") : "")
            .map(Json::of)
            .toList());
  }

  private Json waits() {
    var all = overview.waits();
    List<WaitRow> first = all.subList(0, Math.min(MOST_WAITS, all.size()));
    return Json.of("all", Json.of(all.size()))
        .with("first", Json.of(first.stream().map(CellJson::wait).toList()));
  }
}
