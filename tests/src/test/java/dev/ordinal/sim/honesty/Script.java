package dev.ordinal.sim.honesty;

import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The requests that both servers get, and the replies of one of them.
public final class Script {
  private static final Path FOLDER = Path.of("tests/src/test/resources/honesty");

  /// The replies of the pinned kube-apiserver to the script, one line for each step.
  public static final Path RECORD = FOLDER.resolve("real.jsonl");

  private Script() {}

  static List<Step> steps() {
    try (var files = Files.list(FOLDER)) {
      var steps = new ArrayList<Step>();
      for (var file : files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList()) {
        var chapter = file.getFileName().toString().substring(0, 1);
        for (var step : Yaml.list(file)) {
          steps.add(new Step(chapter + ": " + step.text("say"), step));
        }
      }
      return steps;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of [#RECORD].
  public static List<Json.Obj> recorded() {
    try {
      var lines = new ArrayList<Json.Obj>();
      for (var line : Files.readAllLines(RECORD)) {
        lines.add(JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs the script in `namespace`; one normalised object for each step.
  public static List<Json.Obj> play(Side side, String namespace) {
    var values = new TreeMap<String, String>();
    values.put("ns", namespace);
    var normal = new Normal(namespace);
    var lines = new ArrayList<Json.Obj>();
    for (var step : steps()) {
      lines.add(
          Json.of("say", Json.of(step.say())).with("reply", play(step, side, values, normal)));
    }
    return lines;
  }

  private static Json.Obj play(
      Step step, Side side, SortedMap<String, String> values, Normal normal) {
    if (step.isWatch()) {
      return Json.of("events", Json.of(normal.events(side.watch(step.path(values)))));
    }
    var call = new Side.Call(step.method(), step.path(values), step.mediaType(), step.body(values));
    var answer = side.call(call);
    while (!step.isOver(answer.code(), answer.body().toString()) && side.settle()) {
      answer = side.call(call);
    }
    values.putAll(step.kept(answer.body()));
    var code = Json.of("code", Json.of(answer.code()));
    return step.isCodeOnly() ? code : code.with("body", normal.of(answer.body()));
  }
}
