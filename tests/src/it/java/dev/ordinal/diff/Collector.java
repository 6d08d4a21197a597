package dev.ordinal.diff;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Rig;
import java.time.Duration;
import java.util.List;

/// Kubernetes' garbage collector looks for new kinds every half a minute; until then it does not
/// notice that a set of ours is gone.
final class Collector {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Collector() {}

  /// Returns once something that a set of ours owned has gone with it.
  static void awaitAwake(Rig rig) {
    var api = rig.api();
    var namespace = rig.enter("collector").namespace();
    var sets = Half.OURS.path(namespace);
    var set =
        Api.required(api.create(sets, SetForm.parallel(0).body(Half.OURS)), "the collector's set");
    var owner =
        Json.of("apiVersion", Json.of(Half.OURS.version()))
            .with("kind", Json.of("StatefulSet"))
            .with("name", Json.of(SetForm.NAME))
            .with("uid", Json.of(set.object("metadata").text("uid")));
    var meta = Json.of("name", Json.of("owned")).with("ownerReferences", Json.of(List.of(owner)));
    var maps = "/api/v1/namespaces/" + namespace + "/configmaps";
    Api.required(api.create(maps, Json.of("metadata", meta)), "an owned object");
    Api.required(api.delete(sets + "/" + SetForm.NAME, Json.EMPTY), "deleting the set");
    Await.until("the collector", PATIENCE, () -> api.find(maps + "/owned").isEmpty());
  }
}
