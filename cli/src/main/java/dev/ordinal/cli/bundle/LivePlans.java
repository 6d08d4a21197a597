package dev.ordinal.cli.bundle;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the planner of the controller would do with the objects as they are now. What a controller
/// remembers, such as failed requests and dry runs, is not known here.
final class LivePlans {
  private final Engine engine = new Engine();

  private LivePlans() {}

  /// The objects of one look at the cluster; classes are empty where they may not be read.
  record Objects(
      List<Json.Obj> sets,
      List<Json.Obj> pods,
      List<Json.Obj> claims,
      List<Json.Obj> revisions,
      Optional<List<Json.Obj>> classes) {}

  static LivePlans of(Objects objects, Set<FeatureGate> gates) {
    var plans = new LivePlans();
    var engine = plans.engine;
    feed(engine.sets(), Decoder.ofTree(new SetParser(gates)::parse), objects.sets());
    feed(engine.pods(), new PodReader(), objects.pods());
    feed(engine.claims(), new ClaimReader(), objects.claims());
    feed(engine.revisions(), new RevisionReader(), objects.revisions());
    objects
        .classes()
        .ifPresentOrElse(
            found -> feed(engine.classes(), new ClassReader(), found), engine::makeClassesOptional);
    return plans;
  }

  private static <V extends View> void feed(
      Feed<V> feed, Decoder<V> decoder, List<Json.Obj> objects) {
    var views = new ArrayList<V>();
    for (var object : objects) {
      try {
        views.add(decoder.read(JsonBytes.write(object)));
      } catch (IOException e) {
        throw new IllegalStateException("not an object of the API: " + e.getMessage(), e);
      }
    }
    feed.listed(views, views.stream().mapToLong(view -> view.meta().version()).max().orElse(1));
  }

  /// The plan as a picture, and what it says.
  String text(String namespace, String set, Instant now) {
    try {
      return engine
          .snapshot(new SetKey(namespace, set), now)
          .map(Planner::plan)
          .map(plan -> Sketch.show(plan) + headline(plan.status()))
          .orElse("The set is gone.\n");
    } catch (RuntimeException e) {
      // A planner that fails is what the report may be about.
      return "The planner failed: " + e + "\n";
    }
  }

  private static String headline(SetStatus status) {
    return status
        .findCondition("Ready")
        .map(ready -> "\n%s: %s\n".formatted(ready.reason(), ready.message()))
        .orElse("");
  }
}
