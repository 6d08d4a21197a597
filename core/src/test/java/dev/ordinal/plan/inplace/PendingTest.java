package dev.ordinal.plan.inplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.PodCopy;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An update in place that meets an earlier one, which has not written everything yet.
class PendingTest {
  private static Work images(String... names) {
    var images = new TreeMap<String, String>();
    for (var name : names) {
      images.put(name.split("=")[0], name.split("=")[1]);
    }
    return new Work(images, new TreeMap<>(), new TreeMap<>());
  }

  private static InPlaceState state(Map<String, Identity> last, Work next, Optional<Grace> grace) {
    return new InPlaceState(
        "v2",
        Picture.NOW,
        new TreeMap<>(last),
        new Scope(true, false, false),
        next,
        List.of(),
        List.of(),
        grace);
  }

  /// A container of a pod of this picture has image `app` by its spec.
  private static PodCopy pod() {
    return PodCopy.of("0:v2:unready").containers("main:ready:image=i1:id=c1 side:ready:image=i1");
  }

  @Test
  void imageThatTheContainerHasAlreadyIsNotWrittenAgain() {
    var change = new Result.Change(images("main=app", "side=v3"), Json.EMPTY, true);
    var merged = Pending.with(pod().pod(), change);

    assertThat(merged.work().images()).containsExactly(Map.entry("side", "v3"));
    assertThat(merged.restarts()).isTrue();
  }

  @Test
  void nothingRestartsWhereAllImagesAreThere() {
    var change = new Result.Change(images("main=app"), Json.EMPTY, true);
    var merged = Pending.with(pod().pod(), change);

    assertThat(merged.work().images()).isEmpty();
    assertThat(merged.restarts()).isFalse();
  }

  @Test
  void whatAnEarlierUpdateHasStillToWriteComesAlong() {
    var metadata = Yaml.read("{labels: {tier: back, zone: a}, finalizers: [first]}");
    var grace = new Grace("v2", images("main=v2", "side=v2"), metadata, Duration.ofSeconds(5));
    var pod = pod().inPlace(state(Map.of(), Work.NONE, Optional.of(grace))).pod();
    var change =
        new Result.Change(
            images("side=v3"),
            Yaml.read("{labels: {tier: front}, finalizers: [first, second]}"),
            true);

    var merged = Pending.with(pod, change);

    assertThat(merged.work().images())
        .containsExactly(Map.entry("main", "v2"), Map.entry("side", "v3"));
    assertThat(JsonText.write(merged.metadata()))
        .isEqualTo(
            """
            {"finalizers":["first","second"],"labels":{"tier":"front","zone":"a"}}""");
  }

  /// It was changed by the update before, and proves nothing of this one until it has come.
  @Test
  void containerThatHasNotComeYetIsStillAwaited() {
    var last = Map.of("main", new Identity("i1", "c1"), "side", new Identity("i0", "c0"));
    var pod = pod().inPlace(state(last, Work.NONE, Optional.empty())).pod();

    assertThat(Pending.state(pod, "v3", images("side=v3"), Picture.NOW).last())
        .containsExactly(Map.entry("main", new Identity("i1", "c1")));
    assertThat(Pending.state(pod().pod(), "v3", images("side=v3"), Picture.NOW).last()).isEmpty();
  }

  /// The others run on as they are, whatever has become of them.
  @Test
  void onlyContainersWhoseImageIsWrittenAreAwaitedFromThenOn() {
    var before = Pending.state(pod().pod(), "v3", images("main=v3"), Picture.NOW);
    var written =
        Batches.of(Json.EMPTY).written(pod().pod(), images("main=v3"), before, Picture.NOW);

    assertThat(written.last()).containsExactly(Map.entry("main", new Identity("i1", "c1")));
    assertThat(written.batches()).containsExactly(new Batch(Picture.NOW, List.of("main")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the later value counts    | {a: 1}        | {a: 2}        | {"a":2}
          other members stay        | {a: 1, b: 1}  | {b: 2}        | {"a":1,"b":2}
          objects are merged        | {a: {b: 1}}   | {a: {c: 1}}   | {"a":{"b":1,"c":1}}
          lists are united          | {a: [x, y]}   | {a: [y, z]}   | {"a":["x","y","z"]}
          a list takes a text's place | {a: x}      | {a: [y]}      | {"a":["y"]}
          a text takes a list's place | {a: [y]}    | {a: x}        | {"a":"x"}
          an object takes a text's place | {a: x}   | {a: {b: 1}}   | {"a":{"b":1}}
          """)
  void twoPatchesAsOne(String why, String earlier, String later, String expected) {
    assertThat(JsonText.write(Patches.merge(Yaml.read(earlier), Yaml.read(later))))
        .isEqualTo(expected);
  }

  /// The annotation that OpenKruise reads; the patch of the metadata is bytes to it, in base 64:
  /// `{"metadata":{"labels":{"tier":"back"}}}`.
  @Test
  void recordedUpdateIsWrittenWithItsMetadata() {
    var reads = new TreeMap<>(Map.of("main", Yaml.read("{labels: {tier: back}}")));
    var work = new Work(new TreeMap<>(Map.of("main", "v2")), reads, new TreeMap<>());
    var metadata = Yaml.read("{labels: {tier: back}}");

    assertThat(StateText.write(new Grace("v2", work, metadata, Duration.ofSeconds(5))))
        .isEqualTo(
            """
            {"containerImages":{"main":"v2"},"containerRefMetadata":{"main":{"labels":\
            {"tier":"back"}}},"graceSeconds":5,"metaDataPatch":\
            "eyJtZXRhZGF0YSI6eyJsYWJlbHMiOnsidGllciI6ImJhY2sifX19","revision":"v2",\
            "updateEnvFromMetadata":true}""");
    assertThat(StateText.write(new Grace("v2", images("main=v2"), Json.EMPTY, Duration.ZERO)))
        .isEqualTo(
            """
            {"containerImages":{"main":"v2"},"graceSeconds":0,"revision":"v2"}""");
  }

  /// A container reads its labels when it starts, so they are written with its image.
  @Test
  void labelsThatAContainerReadsAreWrittenWithItsImage() {
    var reads = new TreeMap<>(Map.of("main", Yaml.read("{labels: {tier: back}}")));
    var work = new Work(new TreeMap<>(Map.of("main", "v2")), reads, new TreeMap<>());

    assertThat(JsonText.write(new PodPatch(pod().pod(), Picture.NOW).work(work).body()))
        .isEqualTo(
            """
            {"metadata":{"labels":{"tier":"back"},"uid":"pod-0"},"spec":{"containers":\
            [{"image":"v2","name":"main"}]}}""");
  }
}
