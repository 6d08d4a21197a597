package dev.ordinal.cli.plan;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.forecast.Forecast;
import dev.ordinal.forecast.Limit;
import dev.ordinal.forecast.PodStep;
import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A forecast for people, and as a value.
record ForecastText(Screen screen) {

  List<String> lines(SetKey key, Forecast forecast) {
    var lines = new ArrayList<String>();
    lines.add(screen.paint(Tone.STRONG, "If " + key + " is changed so:"));
    if (!forecast.fields().isEmpty()) {
      lines.add("template");
      forecast.fields().forEach(field -> lines.add("  " + screen.paint(Tone.PLAIN, field)));
    }
    if (!forecast.spec().isEmpty()) {
      lines.add("spec");
      forecast.spec().forEach(field -> lines.add("  " + screen.paint(Tone.PLAIN, field)));
    }
    if (forecast.steps().isEmpty()) {
      lines.add("no pod changes");
    } else {
      lines.addAll(table(forecast));
      lines.add(summary(forecast));
    }
    if (!forecast.limits().isEmpty()) {
      var words = forecast.limits().stream().map(Limit::words).collect(Collectors.joining(", "));
      lines.addAll(screen.wrapped("", "Limited by " + words, Tone.PLAIN));
    }
    if (!forecast.because().isEmpty()) {
      lines.add("Not in place: " + screen.paint(Tone.PLAIN, forecast.because()));
    }
    if (forecast.isUnderWay() && !forecast.steps().isEmpty()) {
      lines.add(
          "The set is not at rest: pods that are starting are taken to start anew, so that batches"
              + " may come otherwise.");
    }
    forecast
        .trouble()
        .ifPresent(words -> lines.add("Then it waits: " + screen.paint(Tone.WAITING, words)));
    return lines;
  }

  private List<String> table(Forecast forecast) {
    var table = new AlignedTable("BATCH", "AFTER", "POD", "ACTION");
    var number = 0;
    for (var batch : forecast.batches()) {
      number++;
      for (var step : batch.steps()) {
        table.row(
            Integer.toString(number),
            AgeText.of(batch.at()),
            step.pod(),
            screen.paint(tone(step.kind()), step.kind().word()));
      }
    }
    return table.lines();
  }

  private static Tone tone(Kind kind) {
    return switch (kind) {
      case REPLACE, DELETE -> Tone.BAD;
      case IN_PLACE, RESIZE, GROW -> Tone.WAITING;
      case CREATE, METADATA -> Tone.GOOD;
    };
  }

  private static String summary(Forecast forecast) {
    var deleted = forecast.count(Kind.DELETE);
    var counts =
        Stream.of(
                pods(forecast.restarts() - deleted, "restarts", "restart"),
                pods(deleted, "is deleted", "are deleted"))
            .filter(words -> !words.isEmpty())
            .toList();
    var time =
        forecast.count(Kind.DELETE) == forecast.steps().size()
            ? ""
            : "; about %s if pods start as fast as before".formatted(AgeText.of(forecast.lasts()));
    return (counts.isEmpty() ? "no pod restarts" : String.join(", ", counts)) + time;
  }

  private static String pods(long count, String one, String many) {
    return switch ((int) Math.min(2, count)) {
      case 0 -> "";
      case 1 -> "1 pod " + one;
      default -> count + " pods " + many;
    };
  }

  static Json.Obj value(SetKey key, Forecast forecast) {
    var json =
        Json.of("namespace", Json.of(key.namespace()))
            .with("name", Json.of(key.name()))
            .with("template", Json.of(forecast.fields().stream().map(Json::of).toList()))
            .with("spec", Json.of(forecast.spec().stream().map(Json::of).toList()))
            .with("limits", Json.of(forecast.limits().stream().map(ForecastText::of).toList()))
            .with("batches", Json.of(forecast.batches().stream().map(ForecastText::of).toList()))
            .with("restarts", Json.of(forecast.restarts()))
            .with("because", Json.of(forecast.because()))
            .with("lastsSeconds", Json.of(forecast.lasts().toSeconds()))
            .with("underWay", Json.of(forecast.isUnderWay()));
    return forecast.trouble().map(words -> json.with("trouble", Json.of(words))).orElse(json);
  }

  private static Json.Obj of(Forecast.Batch batch) {
    return Json.of("atSeconds", Json.of(batch.at().toSeconds()))
        .with("pods", Json.of(batch.steps().stream().map(ForecastText::of).toList()));
  }

  private static Json.Obj of(Limit limit) {
    return Json.of("field", Json.of(limit.field()))
        .with("value", Json.of(limit.value()))
        .with("effect", Json.of(limit.effect()));
  }

  private static Json.Obj of(PodStep step) {
    return Json.of("pod", Json.of(step.pod())).with("action", Json.of(step.kind().word()));
  }
}
