package dev.ordinal.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeBinderTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Json.Obj WAITS =
      Json.of("volumeBindingMode", Json.of("WaitForFirstConsumer"));

  private final VolumeBinder binder = new VolumeBinder(SimAnnotations.DEFAULTS);

  @Test
  void claimOfAnUnknownClassIsBoundAtOnce() {
    var step = binder.step(VolumeBinder.Memory.FRESH, claim("1Gi"), Json.EMPTY, NOW);

    assertThat(step.volume().map(JsonText::write))
        .contains(
            """
            {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pvc-u1"},\
            "spec":{"accessModes":[],"capacity":{"storage":"1Gi"},"claimRef":{"apiVersion":"v1",\
            "kind":"PersistentVolumeClaim","name":"www-web-0","namespace":"shop","uid":"u1"},\
            "hostPath":{"path":"/simulated/pvc-u1"},"persistentVolumeReclaimPolicy":"Delete",\
            "storageClassName":"fast"}}""");
    assertThat(step.claim().map(JsonText::write))
        .contains(
            """
            {"metadata":{"annotations":{"pv.kubernetes.io/bind-completed":"yes"},"uid":"u1"},\
            "spec":{"volumeName":"pvc-u1"}}""");
    assertThat(step.status().map(JsonText::write))
        .contains(
            """
            {"status":{"accessModes":[],"capacity":{"storage":"1Gi"},"phase":"Bound"}}""");
  }

  @Test
  void lateBindingWaits() {
    var claim = annotated(claim("1Gi"), "sim.ordinal.dev/bind-delay", "2s");
    var early = binder.step(VolumeBinder.Memory.FRESH, claim, Json.EMPTY, NOW);

    assertThat(early.volume()).isEmpty();
    assertThat(early.wake()).contains(Instant.parse("2026-01-01T00:00:02Z"));
    assertThat(binder.step(early.memory(), claim, Json.EMPTY, NOW.plusSeconds(2)).volume())
        .isPresent();
  }

  @Test
  void claimMayStayPending() {
    var claim = annotated(claim("1Gi"), "sim.ordinal.dev/bind", "never");

    assertThat(binder.step(VolumeBinder.Memory.FRESH, claim, Json.EMPTY, NOW).volume()).isEmpty();
  }

  @Test
  void classThatWaitsIsBoundOnceANodeIsChosen() {
    var chosen = annotated(claim("1Gi"), "volume.kubernetes.io/selected-node", "node-0");

    assertThat(binder.step(VolumeBinder.Memory.FRESH, claim("1Gi"), WAITS, NOW).volume()).isEmpty();
    assertThat(binder.step(VolumeBinder.Memory.FRESH, chosen, WAITS, NOW).volume()).isPresent();
  }

  @Test
  void biggerRequestGrowsTheVolumeAfterAWhile() {
    var begin = binder.step(VolumeBinder.Memory.FRESH, bound("2Gi", "1Gi"), Json.EMPTY, NOW);
    assertThat(begin.growth()).isEmpty();
    assertThat(begin.status().map(JsonText::write))
        .contains(
            """
            {"status":{"conditions":[{"lastTransitionTime":"2026-01-01T00:00:00Z",\
            "status":"True","type":"Resizing"}]}}""");

    var end =
        binder.step(begin.memory(), bound("2Gi", "1Gi"), Json.EMPTY, begin.wake().orElseThrow());
    assertThat(end.growth().map(JsonText::write))
        .contains(
            """
            {"spec":{"capacity":{"storage":"2Gi"}}}""");
    assertThat(end.status().map(JsonText::write))
        .contains(
            """
            {"status":{"capacity":{"storage":"2Gi"},"conditions":null}}""");
  }

  @ParameterizedTest(name = "{0} is not more than {1}")
  @CsvSource({"1Gi, 1Gi", "1Gi, 1024Mi", "1G, 1Gi", "500M, 1G", "0.5Gi, 512Mi", "1000, 1k"})
  void volumeThatIsBigEnoughIsLeftAlone(String wanted, String has) {
    var step = binder.step(VolumeBinder.Memory.FRESH, bound(wanted, has), Json.EMPTY, NOW);

    assertThat(step.status()).isEmpty();
    assertThat(step.wake()).isEmpty();
  }

  @Test
  void growthMayFail() {
    var claim = annotated(bound("2Gi", "1Gi"), "sim.ordinal.dev/grow", "never");

    assertThat(binder.step(VolumeBinder.Memory.FRESH, claim, Json.EMPTY, NOW).wake()).isEmpty();
  }

  @Test
  void fileSystemMayWait() {
    var claim = annotated(bound("2Gi", "1Gi"), "sim.ordinal.dev/grow", "volume-only");
    var begin = binder.step(VolumeBinder.Memory.FRESH, claim, Json.EMPTY, NOW);
    var end = binder.step(begin.memory(), claim, Json.EMPTY, begin.wake().orElseThrow());

    assertThat(end.growth().map(JsonText::write))
        .contains(
            """
            {"spec":{"capacity":{"storage":"2Gi"}}}""");
    assertThat(end.status().map(JsonText::write))
        .contains(
            """
            {"status":{"conditions":[{"lastTransitionTime":"2026-01-01T00:00:00Z",\
            "status":"True","type":"FileSystemResizePending"}]}}""");

    var waiting = claim.with("status", with(claim.object("status"), end.status().orElseThrow()));
    var later = binder.step(end.memory(), waiting, Json.EMPTY, NOW.plusSeconds(9));
    assertThat(later.status()).isEmpty();
    assertThat(later.wake()).isEmpty();
  }

  private static Json.Obj with(Json.Obj status, Json.Obj patch) {
    var merged = new TreeMap<>(status.members());
    merged.putAll(patch.object("status").members());
    return new Json.Obj(merged);
  }

  private static Json.Obj claim(String size) {
    var meta =
        Json.of("namespace", Json.of("shop"))
            .with("name", Json.of("www-web-0"))
            .with("uid", Json.of("u1"));
    var requests = Json.of("requests", Json.of("storage", Json.of(size)));
    return Json.of("metadata", meta)
        .with("spec", Json.of("resources", requests).with("storageClassName", Json.of("fast")));
  }

  private static Json.Obj bound(String wanted, String has) {
    var capacity = Json.of("capacity", Json.of("storage", Json.of(has)));
    return claim(wanted).with("status", capacity.with("phase", Json.of("Bound")));
  }

  private static Json.Obj annotated(Json.Obj claim, String key, String value) {
    var annotations = Json.of("annotations", Json.of(key, Json.of(value)));
    var meta = new TreeMap<>(claim.object("metadata").members());
    meta.putAll(annotations.members());
    return claim.with("metadata", new Json.Obj(meta));
  }
}
