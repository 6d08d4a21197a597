package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Picture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What goes wrong in Kruise and has no test elsewhere that it does not go wrong here.
/// `docs/reference/kruise-defects.md` lists them all.
class KruiseDefectsTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  /// In order, a pod that waits for its hook must not keep us from looking at the hook.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          update asks the hook    | replicas=2 | 0:v1:ready:drain=true 1:v1:ready:drain=true                  | patch web-1 PREPARE
          update waits for it     | replicas=2 | 0:v1:ready:drain=true 1:v1:ready:drain=true:PreparingDelete  | -
          and goes on after it    | replicas=2 | 0:v1:ready:drain=true 1:v1:ready:drain=false:PreparingDelete | delete web-1 UPDATE
          the pod comes back      | replicas=2 | 0:v1:ready:drain=true                                        | create web-1 v2
          label asks the hook     | replicas=2 partition=2 | 0:v1:ready 1:v1:ready:drain=true:specified       | patch web-1 PREPARE
          label waits for it      | replicas=2 partition=2 | 0:v1:ready 1:v1:ready:drain=true:specified:PreparingDelete  | -
          and is obeyed after it  | replicas=2 partition=2 | 0:v1:ready 1:v1:ready:drain=false:specified:PreparingDelete | delete web-1 SPECIFIED
          """)
  void orderedSetGoesOnWhenAHookLetsGo(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "preDelete=drain " + rules, pods).actions()).isEqualTo(expected);
  }

  /// The patch of an update is not tied to the version that the request before it has changed.
  @Test
  void updateDoesNotConflictWithItsOwnGateOrResize() {
    var image = Picture.of(UPDATE + "inPlace replicas=1", "0:v1:ready");
    var size =
        Picture.of(
            "template=v1@2 revisions=v1@1,v1@2 current=v1@1 inPlace replicas=1", "0:v1@1:ready");

    assertThat(image.actions()).isEqualTo("patch web-0 CLOSE_GATE, patch web-0 UPDATE");
    assertThat(size.actions()).isEqualTo("resize web-0, patch web-0 UPDATE");
    assertThat(bodies(image)).noneMatch(body -> body.contains("resourceVersion"));
    assertThat(bodies(size)).noneMatch(body -> body.contains("resourceVersion"));
  }

  private static List<String> bodies(Picture picture) {
    return picture.plan().chains().stream()
        .flatMap(chain -> chain.actions().stream())
        .map(
            action ->
                switch (action) {
                  case Action.PatchPod(_, _, var body) -> JsonText.write(body);
                  case Action.PatchPodStatus(_, _, var body) -> JsonText.write(body);
                  case Action.ResizePod(_, var body) -> JsonText.write(body);
                  case Action other -> throw new AssertionError("unexpected " + other);
                })
        .toList();
  }

  /// Kruise parses it, and falls over minors such as `32+`.
  @Test
  void nobodyAsksTheServerForItsVersion() {
    try (var files = Files.walk(Path.of(""))) {
      // The simulated server has a version for clients that ask, and a bug report quotes it.
      var asking =
          files
              .filter(file -> file.toString().matches("[a-z]+/src/main/java/.*\\.java"))
              .filter(file -> !file.startsWith("simulator/src/main/java/dev/ordinal/local"))
              .filter(file -> !file.startsWith("cli/src/main/java/dev/ordinal/cli/bundle"))
              .filter(this::asks);
      assertThat(asking).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean asks(Path file) {
    try {
      return Files.readString(file).matches("(?s).*(\"/version\"|VersionInfo|KubernetesVersion).*");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A request that failed once and is not needed any more is not reported for ever: someone else
  /// was faster, or it had succeeded and the answer was lost.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the pod was there after all     | 0:v1:ready | 0 | false
          it is waited for                |            | 9 | true
          it is tried again               |            | 0 | true
          """)
  void failureIsReportedWhileItMatters(String why, String pods, long wait, boolean isReported) {
    var retryAt = Picture.NOW.plusSeconds(wait);
    var picture = Picture.of("replicas=1", pods == null ? "" : pods);
    var status = picture.failed("Create", retryAt, "web-0").plan().status();

    assertThat(status.findCondition("FailedCreatePod").isPresent()).isEqualTo(isReported);
  }

  /// Five updated pods are all there is, and yet the rollout is not over: the others come back old.
  @Test
  void lostOldPodsDoNotPromoteACanary() {
    var rules = UPDATE + "replicas=10 partition=5";
    var pods = "5:v2:ready 6:v2:ready 7:v2:ready 8:v2:ready 9:v2:ready";
    var plan = Picture.of(rules, pods).plan();

    assertThat(plan.status().currentRevision()).isEqualTo("v1");
    assertThat(Picture.of(rules, pods).actions()).isEqualTo("create web-0 v1");
    assertThat(Picture.of(rules + " parallel", pods).actions())
        .isEqualTo(
            "create web-0 v1, create web-1 v1, create web-2 v1, create web-3 v1, create web-4 v1");
  }

  @Test
  void nameWithTwoDashesIsNoPodOfASetThatEndsInOne() {
    assertThat(Names.ordinal("x", "x--1")).isEqualTo(-1);
    assertThat(Names.ordinal("x-", "x--1")).isEqualTo(1);
    assertThat(Names.ordinal("x", "x-1")).isEqualTo(1);
  }

  /// The template has no such revision any more: a hold that says so, and a set that goes on with
  /// everything else.
  @Test
  void forgottenRevisionDoesNotStopASetThatMayOnlyChangeInPlace() {
    var rules = UPDATE + "inPlaceOnly parallel replicas=2 max=2";

    assertThat(Picture.of(rules, "0:v0:ready 1:v1:ready").show())
        .isEqualTo(
            """
            patch web-1 CLOSE_GATE > patch web-1 UPDATE
            hold web-0 InPlaceImpossible[because=revision v0 is not known any more]
            """);
  }

  @Test
  void conditionsAlwaysHaveTheirTime() {
    var image = Picture.of(UPDATE + "inPlace replicas=1", "0:v1:ready").plan();
    var close = (Action.PatchPodStatus) image.chains().getFirst().actions().getFirst();

    assertThat(close.body().object("status").items("conditions"))
        .hasSize(2)
        .allSatisfy(
            condition ->
                assertThat(((Json.Obj) condition).text("lastTransitionTime"))
                    .isEqualTo("2026-01-01T12:00:00Z"));
  }
}
