package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A claim whose template was removed is shown to the planner while the set or one of its pods owns
/// it.
class RemovedTemplateTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private final Engine engine = new Engine();

  RemovedTemplateTest() {
    engine.sets().listed(List.of(Views.set("replicas=2 claims=data")), 0);
    engine.pods().listed(List.of(Views.pod("web-0", "pod", 1)), 0);
    engine
        .claims()
        .listed(
            List.of(
                claim("data-web-0", List.of()),
                claim("logs-web-0", List.of(new Owner("v1", "Pod", "web-0", "pod", true))),
                claim("logs-web-1", List.of(ofSet("set"))),
                claim("logs-web-2", List.of()),
                claim("logs-web-3", List.of(ofSet("another")))),
            0);
    engine.revisions().listed(List.of(), 0);
    engine.classes().listed(List.of(), 0);
  }

  private static Owner ofSet(String uid) {
    return new Owner(Names.API_VERSION, Names.KIND, "web", uid, true);
  }

  private static ClaimView claim(String name, List<Owner> owners) {
    var meta = Views.meta(name, name, 1, owners);
    return new ClaimView(meta, "Bound", Optional.empty(), List.of(), "", "", List.of());
  }

  @Test
  void plannerSeesThoseThatWouldGoWithTheSetOrAPod() {
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().claims())
        .extracting(View::name)
        .containsExactlyInAnyOrder("data-web-0", "logs-web-0", "logs-web-1");
  }

  @Test
  void changeOfSuchAClaimWakesTheSet() {
    engine.take(Views.NOW).ifPresent(key -> engine.release(key, Optional.empty()));
    assertThat(engine.take(Views.NOW)).isEmpty();

    var meta = Views.meta("logs-web-1", "logs-web-1", 2, List.of(ofSet("set")));
    engine
        .claims()
        .changed(new ClaimView(meta, "Bound", Optional.empty(), List.of(), "", "", List.of()));

    assertThat(engine.take(Views.NOW)).contains(WEB);
  }
}
