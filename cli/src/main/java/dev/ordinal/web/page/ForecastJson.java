package dev.ordinal.web.page;

import dev.ordinal.forecast.Forecast;
import dev.ordinal.forecast.Forecast.Batch;
import dev.ordinal.forecast.PodStep;
import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a change would do, for its dialog: the batches in order, each with what is done to which
/// pods. The names of ten thousand pods are no help: long lists have their first and last ones.
public final class ForecastJson {
  private static final int MOST_BATCHES = 60;
  private static final int MOST_NAMES = 24;
  private static final int FIRST_NAMES = 3;

  private ForecastJson() {}

  /// Everything but the diff of the fields.
  ///
  /// @param pods how many pods the set has now
  public static Json.Obj of(Forecast forecast, int pods) {
    var batches = forecast.batches();
    var shown = batches.subList(0, Math.min(MOST_BATCHES, batches.size()));
    var touched =
        forecast.steps().stream()
            .filter(step -> step.kind() != Kind.CREATE)
            .map(PodStep::pod)
            .distinct()
            .count();
    var json =
        Json.of("batches", Json.of(shown.stream().map(ForecastJson::batch).toList()))
            .with("count", Json.of(batches.size()))
            .with("restarts", Json.of(forecast.restarts() - forecast.count(Kind.DELETE)))
            .with("created", Json.of(forecast.count(Kind.CREATE)))
            .with("deleted", Json.of(forecast.count(Kind.DELETE)))
            .with("untouched", Json.of(Math.max(0, pods - touched)))
            .with("because", Json.of(PlainText.of(forecast.because())))
            .with("limits", limits(forecast))
            .with("lasts", Json.of(forecast.lasts().toSeconds()))
            .with("underWay", Json.of(forecast.isUnderWay()))
            .with("cut", Json.of(forecast.isCut()));
    return forecast
        .trouble()
        .map(words -> json.with("trouble", Json.of(PlainText.of(words))))
        .orElse(json);
  }

  private static Json limits(Forecast forecast) {
    return Json.of(
        forecast.limits().stream().map(limit -> Json.of(PlainText.of(limit.words()))).toList());
  }

  private static Json batch(Batch batch) {
    var groups = new ArrayList<Json>();
    for (var kind : Kind.values()) {
      var pods =
          batch.steps().stream().filter(step -> step.kind() == kind).map(PodStep::pod).toList();
      if (!pods.isEmpty()) {
        groups.add(group(kind, kind == Kind.CREATE ? pods.reversed() : pods));
      }
    }
    return Json.of("at", Json.of(batch.at().toSeconds())).with("groups", Json.of(groups));
  }

  private static Json group(Kind kind, List<String> pods) {
    var isLong = pods.size() > MOST_NAMES;
    var first = isLong ? pods.subList(0, FIRST_NAMES) : pods;
    var json =
        Json.of("kind", Json.of(kind.name().toLowerCase(Locale.ROOT)))
            .with("word", Json.of(kind.word()))
            .with("restarts", Json.of(kind.restarts()))
            .with("count", Json.of(pods.size()))
            .with("pods", Json.of(first.stream().map(Json::of).toList()));
    return isLong ? json.with("last", Json.of(pods.getLast())) : json;
  }
}
