package dev.ordinal.bench.growth;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.Lines;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.ask.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// One size in a JVM of its own with the flags that ship. Prints a figure on each line.
public final class GrowthWorker {
  private static final int PLANS = 12;
  private static final SetKey FIRST = new SetKey("team-0", "store");

  private final World world;
  private final Memory memory = new Memory();

  private GrowthWorker(World world) {
    this.world = world;
  }

  /// `cluster` or `set`, the folder of the files, the number of pods, and of those in a set.
  public static void main(String[] arguments) throws IOException {
    var world =
        new World(
            Path.of(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    var worker = new GrowthWorker(world);
    if (arguments[0].equals("cluster")) {
      worker.cluster();
    } else {
      worker.oneSet();
    }
  }

  private static void tell(String name, double value) {
    System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
  }

  private void cluster() throws IOException {
    var empty = Meter.liveBytes();
    var start = Meter.now();
    memory.list(world);
    memory.turn();
    var first = start.passed();
    tell("startSeconds", first.seconds());
    tell("startCpu", first.cpuSeconds());
    var all = Meter.now();
    tell("requests", memory.turns());
    tell("allTurnsCpu", all.passed().cpuSeconds());
    tell("heapOfPod", (Meter.liveBytes() - empty) / world.pods());
    for (var round = 0; round < World.ROUNDS; round += 2) {
      events("read", round, false);
      memory.turns();
      events("turn", round + 1, true);
    }
  }

  /// The last of the rounds counts: before it the JVM compiles.
  private void events(String name, int round, boolean hasTurns) throws IOException {
    var feed = memory.engine.pods();
    var start = Meter.now();
    try (var in = Files.newInputStream(world.events(round))) {
      var lines = new Lines(in);
      while (lines.next()) {
        if (WatchEvent.read(lines, new PodReader(), memory.pool)
            instanceof WatchEvent.Modified<PodView>(var pod)) {
          feed.changed(pod);
        }
        if (hasTurns) {
          memory.turn();
        }
      }
    }
    var used = start.passed();
    tell(name + "Micros", used.cpuSeconds() * 1e6 / World.EVENTS);
    tell(name + "Bytes", used.allocatedBytes() / World.EVENTS);
  }

  private void oneSet() throws IOException {
    var empty = Meter.liveBytes();
    memory.list(world);
    memory.turns();
    tell("heapOfPod", (Meter.liveBytes() - empty) / world.pods());
    plans("rest");
    beginRollout();
    plans("rollout");
  }

  /// What a turn thinks before its first request: a snapshot and its plan. The second half counts.
  private void plans(String name) {
    var millis = new double[PLANS];
    var start = Meter.now();
    for (var i = -PLANS; i < PLANS; i++) {
      var begin = Meter.thread();
      Planner.plan(memory.engine.snapshot(FIRST, Memory.NOW).orElseThrow());
      if (i < 0) {
        start = Meter.now();
      } else {
        millis[i] = (Meter.thread() - begin) * 1e3;
      }
    }
    Arrays.sort(millis);
    tell(name + "Millis", millis[PLANS / 2]);
    tell(name + "Bytes", start.passed().allocatedBytes() / PLANS);
  }

  /// Another template, whose revision exists: a tenth of the pods is to be replaced.
  private void beginRollout() throws IOException {
    var plan = Planner.plan(memory.engine.snapshot(FIRST, Memory.NOW).orElseThrow());
    var status =
        ((Json.Obj) Json.normal(StatusBody.patch(plan.status())))
            .object("status")
            .with("updateRevision", Json.of(World.revisionName(2)));
    var revision = JsonBytes.write(newer(world.revision(0, 2)));
    memory.engine.revisions().changed(new RevisionReader().read(revision));
    var set = JsonBytes.write(newer(world.set(0, status, 2)));
    memory.engine.sets().changed(Memory.SETS.read(set));
    accept();
  }

  /// The template is tried before a pod is touched: the API server takes it.
  private void accept() {
    var trial = Planner.plan(memory.engine.snapshot(FIRST, Memory.NOW).orElseThrow());
    var action = trial.chains().getFirst().actions().getFirst();
    memory.engine.acted(FIRST, action, new Outcome.Checked(false, ""), Memory.NOW);
  }

  /// Later than the lists.
  private static Json.Obj newer(Json.Obj object) {
    var meta =
        object
            .object("metadata")
            .with("generation", Json.of(2))
            .with("resourceVersion", Json.of("1000002"));
    return object.with("metadata", meta);
  }
}
