package dev.ordinal.view;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The overview of a set as JSON, for the page and for `-o json`. Absent values are left out.
public final class OverviewJson {
  private OverviewJson() {}

  /// All of it but the templates of the revisions.
  public static Json.Obj of(SetOverview set) {
    return summary(set)
        .with("revisions", Json.of(set.revisions().stream().map(OverviewJson::of).toList()))
        .with("ordinals", Json.of(set.ordinals().stream().map(OverviewJson::of).toList()))
        .with("waits", waits(set.waits()));
  }

  /// What a list of sets shows.
  public static Json.Obj summary(SetOverview set) {
    var json =
        Json.of("namespace", Json.of(set.key().namespace()))
            .with("name", Json.of(set.key().name()))
            .with("uid", Json.of(set.uid()))
            .with("resourceVersion", Json.of(Long.toString(set.version())))
            .with("generation", Json.of(set.generation()))
            .with("createdAt", Json.of(set.createdAt().toString()))
            .with("now", Json.of(set.now().toString()))
            .with("phase", Json.of(set.phase().word()))
            .with("isDone", Json.of(set.phase().isDone()))
            .with("reason", Json.of(set.reason()))
            .with("message", Json.of(set.message()))
            .with("counts", counts(set))
            .with("goal", of(set.goal()))
            .with("progress", of(set.progress()));
    return set.waits().stream()
        .findFirst()
        .map(wait -> json.with("headline", of(wait)))
        .orElse(json);
  }

  private static Json.Obj counts(SetOverview set) {
    var counts = set.counts();
    return Json.of("replicas", Json.of(counts.replicas()))
        .with("ready", Json.of(counts.ready()))
        .with("available", Json.of(counts.available()))
        .with("current", Json.of(counts.current()))
        .with("updated", Json.of(counts.updated()))
        .with("updatedReady", Json.of(counts.updatedReady()))
        .with("updatedAvailable", Json.of(counts.updatedAvailable()));
  }

  private static Json.Obj of(SetGoal goal) {
    return Json.of("replicas", Json.of(goal.replicas()))
        .with("strategy", Json.of(goal.strategy()))
        .with("partition", Json.of(goal.partition()))
        .with("isPaused", Json.of(goal.isPaused()))
        .with("maxUnavailable", Json.of(goal.maxUnavailable()))
        .with("isOrdered", Json.of(goal.isOrdered()))
        .with("minReadySeconds", Json.of(goal.minReady().toSeconds()));
  }

  private static Json.Obj of(Progress progress) {
    var json =
        Json.of("done", Json.of(progress.done()))
            .with("total", Json.of(progress.total()))
            .with("percent", Json.of(progress.percent()));
    return progress
        .remaining()
        .map(Duration::toSeconds)
        .map(seconds -> json.with("remainingSeconds", Json.of(seconds)))
        .orElse(json);
  }

  /// One revision, without its template.
  public static Json.Obj of(RevisionRow revision) {
    return Json.of("name", Json.of(revision.name()))
        .with("number", Json.of(revision.number()))
        .with("isCurrent", Json.of(revision.isCurrent()))
        .with("isUpdate", Json.of(revision.isUpdate()))
        .with("cause", Json.of(revision.cause()))
        .with("createdAt", Json.of(revision.createdAt().toString()))
        .with("images", texts(revision.images()))
        .with("pods", Json.of(revision.pods()));
  }

  public static Json.Obj of(OrdinalRow row) {
    var facts = row.facts();
    var json =
        Json.of("ordinal", Json.of(row.ordinal()))
            .with("pod", Json.of(row.pod()))
            .with("uid", Json.of(facts.uid()))
            .with("isWanted", Json.of(row.isWanted()))
            .with("isUpdated", Json.of(row.isUpdated()))
            .with("state", Json.of(row.state().name()))
            .with("words", Json.of(row.words()))
            .with("revision", Json.of(facts.revision()))
            .with("node", Json.of(facts.node()))
            .with("zone", Json.of(facts.zone()))
            .with("restarts", Json.of(facts.restarts()))
            .with("images", texts(facts.images()))
            .with("lifecycle", Json.of(facts.lifecycle()))
            .with("claims", Json.of(row.claims().stream().map(OverviewJson::of).toList()))
            .with("waits", waits(row.waits()));
    return time("readySince", facts.readySince(), time("createdAt", facts.createdAt(), json));
  }

  public static Json.Obj of(ClaimRow claim) {
    return Json.of("name", Json.of(claim.name()))
        .with("template", Json.of(claim.template()))
        .with("state", Json.of(claim.state()))
        .with("storageClass", Json.of(claim.storageClass()))
        .with("requested", Json.of(claim.requested()))
        .with("capacity", Json.of(claim.capacity()));
  }

  private static Json.Arr waits(List<WaitRow> waits) {
    return Json.of(waits.stream().map(OverviewJson::of).toList());
  }

  public static Json.Obj of(WaitRow wait) {
    var json =
        Json.of("target", Json.of(wait.target()))
            .with("reason", Json.of(wait.reason()))
            .with("sentence", Json.of(wait.sentence()))
            .with("severity", Json.of(wait.severity().name()))
            .with("ends", Json.of(wait.advice().ends()))
            .with("command", Json.of(wait.advice().command()));
    var full = wait.blocker().map(pod -> json.with("blocker", Json.of(pod))).orElse(json);
    return time("since", wait.since(), full);
  }

  private static Json.Obj time(String name, Optional<Instant> time, Json.Obj json) {
    return time.map(at -> json.with(name, Json.of(at.toString()))).orElse(json);
  }

  private static Json.Arr texts(List<String> texts) {
    return Json.of(texts.stream().map(Json::of).toList());
  }
}
