package dev.ordinal.bench.growth;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.ListPage;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.codec.StringPool;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Key;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import dev.ordinal.run.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the controller knows: the engine and the readers of production, fed from files.
final class Memory {
  static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
  static final Decoder<SetView> SETS = Decoder.ofTree(new SetParser(FeatureGate.defaults())::parse);

  final Engine engine = new Engine();
  final StringPool pool = new StringPool();

  /// Reads everything, as after a start.
  void list(World world) throws IOException {
    read(world.pages("sets"), SETS, engine.sets());
    read(world.pages("revisions"), new RevisionReader(), engine.revisions());
    read(world.pages("pods"), new PodReader(), engine.pods());
    engine.claims().listed(List.of(), 1_000_000);
    engine.classes().listed(List.of(), 1_000_000);
  }

  private <V extends View> void read(List<Path> pages, Decoder<V> decoder, Feed<V> feed)
      throws IOException {
    var views = new ArrayList<V>();
    for (var page : pages) {
      try (var in = Files.newInputStream(page)) {
        views.addAll(ListPage.read(in, decoder, pool).views());
      }
    }
    feed.listed(views, 1_000_000);
  }

  /// Gives the next set its turn, and returns how many requests it makes; empty when none waits.
  Optional<Integer> turn() {
    return engine.take(NOW).map(key -> new Turn(engine, key, new Silence()).begin(NOW).size());
  }

  /// Gives all sets that wait their turns.
  int turns() {
    var requests = 0;
    for (var made = turn(); made.isPresent(); made = turn()) {
      requests += made.get();
    }
    return requests;
  }

  /// The status that the planner itself gives such a set, so that nothing has to be written.
  static Json.Obj settledStatus(World world) throws IOException {
    var memory = new Memory();
    var set = JsonBytes.write(world.set(0, Json.EMPTY));
    memory.engine.sets().listed(List.of(Memory.SETS.read(set)), 1_000_000);
    var revision = JsonBytes.write(world.revision(0, 1));
    memory.engine.revisions().listed(List.of(new RevisionReader().read(revision)), 1_000_000);
    var pods = new ArrayList<PodView>();
    for (var number = 0; number < world.replicas(); number++) {
      pods.add(new PodReader().read(JsonBytes.write(world.onePod(number))));
    }
    memory.engine.pods().listed(pods, 1_000_000);
    var seen = memory.engine.snapshot(new SetKey("team-0", "store"), Memory.NOW).orElseThrow();
    var patch = StatusBody.patch(Planner.plan(seen).status());
    return ((Json.Obj) Json.normal(patch)).object("status");
  }

  private static final class Silence implements Turn.Listener {
    @Override
    public void planned(View subject, Plan<?> plan) {}

    @Override
    public void reporting(View subject, Plan<?> plan) {}

    @Override
    public void gone(Key key) {}
  }
}
