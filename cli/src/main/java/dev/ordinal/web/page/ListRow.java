package dev.ordinal.web.page;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;

/// One set in the list, from its status alone: a list of a thousand sets plans none of them.
public final class ListRow {
  private ListRow() {}

  public static Json.Obj of(SetView set) {
    var counts = set.status().counts();
    var ready = set.status().findCondition("Ready");
    var images =
        set.spec().template().object("spec").items("containers").stream()
            .map(item -> item instanceof Json.Obj container ? container.text("image") : "")
            .map(PlainText::of)
            .map(Json::of)
            .toList();
    return Json.of("namespace", Json.of(set.key().namespace()))
        .with("name", Json.of(set.name()))
        .with("created", Json.of(set.meta().createdAt().toEpochMilli()))
        .with("phase", Json.of(phase(set)))
        .with("reason", Json.of(ready.map(SetStatus.Condition::reason).orElse("")))
        .with(
            "message",
            Json.of(ready.map(SetStatus.Condition::message).map(PlainText::of).orElse("")))
        .with("replicas", Json.of(set.spec().replicas()))
        .with("pods", Json.of(counts.replicas()))
        .with("ready", Json.of(counts.ready()))
        .with("available", Json.of(counts.available()))
        .with("updated", Json.of(counts.updated()))
        .with("images", Json.of(images))
        .with("labels", labels(set));
  }

  private static Json labels(SetView set) {
    return Json.of(
        set.meta().labels().entrySet().stream()
            .map(label -> PlainText.of(label.getKey() + "=" + label.getValue()))
            .map(Json::of)
            .toList());
  }

  /// The phase as the status tells it.
  private static String phase(SetView set) {
    var status = set.status();
    if (set.meta().isTerminating()) {
      return "deleting";
    }
    if (is(status, "Stalled")) {
      return "stalled";
    }
    var isOutdated = !status.currentRevision().equals(status.updateRevision());
    var isLeft =
        switch (set.spec().update()) {
          case UpdateStrategy.OnDelete _ -> true;
          case UpdateStrategy.Rolling rolling -> rolling.isPaused();
        };
    if (isOutdated && isLeft) {
      return "paused";
    }
    if (is(status, "Ready") && status.observedGeneration() == set.meta().generation()) {
      return isOutdated ? "partitioned" : "ready";
    }
    return isOutdated ? "updating" : "scaling";
  }

  private static boolean is(SetStatus status, String condition) {
    return status.findCondition(condition).filter(SetStatus.Condition::isTrue).isPresent();
  }
}
