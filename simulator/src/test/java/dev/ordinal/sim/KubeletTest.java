package dev.ordinal.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeletTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          an ordinary image runs           | app:1           | 1s   | Running ready app:1 restarts=0 running
          a missing image is not there     | app:missing     | 1s   | Pending unready app:missing restarts=0 ErrImagePull
          a missing image is given a pause | app:missing     | 1500ms | Pending unready app:missing restarts=0 ImagePullBackOff
          a missing image is tried again   | app:missing     | 2100ms | Pending unready app:missing restarts=0 ErrImagePull
          an invalid name stays invalid    | app:invalid     | 9m   | Pending unready app:invalid restarts=0 InvalidImageName
          no name has spaces               | bad image name  | 9m   | Pending unready bad image name restarts=0 InvalidImageName
          no name has capitals             | registry:5000/NGINX:x | 9m | Pending unready registry:5000/NGINX:x restarts=0 InvalidImageName
          a tag may have capitals          | reg.example/a_b/c:X1 | 1s | Running ready reg.example/a_b/c:X1 restarts=0 running
          a crash is followed by a pause   | app:crash       | 1s   | Running unready app:crash restarts=0 CrashLoopBackOff
          a crashing image is restarted    | app:crash-2     | 1200ms | Running unready app:crash-2 restarts=1 running
          and restarted                    | app:crash       | 60s  | Running unready app:crash restarts=6 CrashLoopBackOff
          a flapping image is ready first  | app:flap        | 100ms | Running ready app:flap restarts=0 running
          and unready later                | app:flap        | 1s   | Running unready app:flap restarts=0 CrashLoopBackOff
          some run without being ready     | app:never-ready | 9m   | Running unready app:never-ready restarts=0 running
          the name counts like the tag     | reg:5000/crash:1 | 1s  | Running unready reg:5000/crash:1 restarts=0 CrashLoopBackOff
          a word inside a name is nothing  | my-crash:1      | 1s   | Running ready my-crash:1 restarts=0 running
          """)
  void imageNameDecides(String why, String image, String time, String expected) {
    assertThat(new OnePod(image).after(time).show()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a late start is pending      | start-delay | 2s    | 1s | Pending unready app:1 restarts=0 ContainerCreating
          and runs in the end          | start-delay | 2s    | 3s | Running ready app:1 restarts=0 running
          a probe takes its time       | ready-delay | 2s    | 1s | Running unready app:1 restarts=0 running
          and passes                   | ready-delay | 2s    | 3s | Running ready app:1 restarts=0 running
          a pull takes its time        | pull-time   | 2s    | 1s | Pending unready app:1 restarts=0 ContainerCreating
          readiness can be withheld    | ready       | false | 1s | Running unready app:1 restarts=0 running
          a pod may fail               | phase       | Failed | 1s | Failed unready app:1 restarts=0 terminated
          or succeed                   | phase       | Succeeded | 1s | Succeeded unready app:1 restarts=0 terminated
          or be evicted                | evict       | true  | 1s | Failed unready app:1 restarts=0 terminated
          """)
  void annotationDecides(String why, String name, String value, String time, String expected) {
    var one = new OnePod("app:1");
    if (name.equals("phase") || name.equals("evict")) {
      one.after("1s");
    }
    assertThat(one.annotate(name, value).after(time).show()).isEqualTo(expected);
  }

  @Test
  void pulledImageIsNotPulledAgain() {
    var one = new OnePod("app:1").cached("app:1").annotate("pull-time", "1h");

    assertThat(one.after("1s").show()).isEqualTo("Running ready app:1 restarts=0 running");
  }

  @Test
  void newImageMeansNewContainerAndAPauseInReadiness() {
    var one = new OnePod("app:1").annotate("restart-delay", "1s").after("1s");
    var before = one.report();

    assertThat(one.image("app:2").after("500ms").show())
        .isEqualTo("Running unready app:1 restarts=0 terminated");
    assertThat(one.after("1s").show()).isEqualTo("Running ready app:2 restarts=1 running");
    assertThat(one.report().text("imageID"))
        .isEqualTo("app@sha256:4de49711cc131b353bd57a72ebb66e1041cf40660a5c4e205d73bbae2af1d96f");
    assertThat(one.report().text("containerID")).isNotEqualTo(before.text("containerID"));
  }

  @Test
  void aliasedImageKeepsItsDigest() {
    var one = new OnePod("app:1").annotate("image-alias", "app:2=app:1").after("1s");
    var before = one.report();

    one.image("app:2").after("1s");

    assertThat(one.report().text("imageID")).isEqualTo(before.text("imageID"));
    assertThat(one.report().text("containerID")).isNotEqualTo(before.text("containerID"));
  }

  @Test
  void brokenNewImageStopsTheOldContainerFirst() {
    var one = new OnePod("app:1").after("1s").image("app:missing").after("500ms");

    assertThat(one.show()).isEqualTo("Running unready app:1 restarts=0 ErrImagePull");
    assertThat(one.image("app:1").after("1s").show())
        .isEqualTo("Running ready app:1 restarts=1 running");
  }

  @Test
  void closedGateKeepsThePodUnready() {
    var one = new OnePod("app:1").gate("open").after("1s");

    assertThat(one.shown("ContainersReady").text("status")).isEqualTo("True");
    assertThat(one.shown("Ready").text("reason")).isEqualTo("ReadinessGatesNotReady");
    one.condition("open", "True").after("1s");
    assertThat(one.shown("Ready"))
        .isEqualTo(
            Json.of("type", Json.of("Ready"))
                .with("status", Json.of("True"))
                .with("lastTransitionTime", Json.of("2026-01-01T00:00:01Z")));
  }

  @Test
  void transitionTimeStaysWhileTheStatusStays() {
    var one = new OnePod("app:1").after("10s").restartKubelet().after("10s");

    assertThat(one.shown("Ready").text("lastTransitionTime")).isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void restartedKubeletLeavesItsPodsAlone() {
    var one = new OnePod("app:1").after("1s");
    var before = one.patches;

    one.restartKubelet().after("1h");

    assertThat(one.patches).isEqualTo(before);
    assertThat(one.show()).isEqualTo("Running ready app:1 restarts=0 running");
  }

  @Test
  void settledPodIsNotWrittenAgain() {
    assertThat(new OnePod("app:1").after("1h").patches).isEqualTo(2);
  }

  @Test
  void evictionSaysSo() {
    var one = new OnePod("app:1").after("1s").annotate("evict", "true").after("1s");

    assertThat(one.pod().object("status").text("reason")).isEqualTo("Evicted");
    assertThat(one.shown("DisruptionTarget").text("reason")).isEqualTo("TerminationByKubelet");
  }

  @Test
  void deletedPodGoesWhenItsContainersHaveStopped() {
    var one = new OnePod("app:1").annotate("stop-delay", "5s").after("1s").delete(30);

    one.after("4s");
    assertThat(one.isGone).isFalse();
    assertThat(one.show()).isEqualTo("Running ready app:1 restarts=0 running");
    one.after("2s");
    assertThat(one.isGone).isTrue();
    assertThat(one.show()).isEqualTo("Succeeded unready app:1 restarts=0 terminated");
  }

  @Test
  void graceCutsASlowStopShort() {
    var one = new OnePod("app:1").annotate("stop-delay", "1h").after("1s").delete(2).after("3s");

    assertThat(one.isGone).isTrue();
    assertThat(one.report().object("state").object("terminated").find("exitCode"))
        .contains(Json.of(137));
  }

  @Test
  void stuckPodStaysUntilTheAnnotationIsRemoved() {
    var one = new OnePod("app:1").annotate("stuck-termination", "true").after("1s").delete(1);

    assertThat(one.after("1h").isGone).isFalse();
    assertThat(one.annotate("stuck-termination", "false").after("1s").isGone).isTrue();
  }

  @Test
  void lostNodeIsSilent() {
    var one = new OnePod("app:1").after("1s").lost(true).image("app:2").after("1h");
    assertThat(one.show()).isEqualTo("Running ready app:1 restarts=0 running");

    var patch = Kubelet.nodeLost(one.pod(), OnePod.START).orElseThrow();
    one.apply(patch.object("status"));
    assertThat(one.show()).isEqualTo("Running unready app:1 restarts=0 running");
    assertThat(one.lost(false).after("1s").show())
        .isEqualTo("Running ready app:2 restarts=1 running");
  }
}
