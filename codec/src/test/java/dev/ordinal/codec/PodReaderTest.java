package dev.ordinal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodReaderTest {
  private static PodView full() throws IOException {
    try (var pod = PodReaderTest.class.getResourceAsStream("/codec/pod.json")) {
      assertThat(pod).isNotNull();
      return new PodReader().read(pod.readAllBytes());
    }
  }

  private static PodView pod(String json) throws IOException {
    return new PodReader().read(json.getBytes(UTF_8));
  }

  @Test
  void metadataIsRead() throws IOException {
    var meta = full().meta();

    assertThat(meta.namespace()).isEqualTo("shop");
    assertThat(meta.name()).isEqualTo("web-2");
    assertThat(meta.uid()).isEqualTo("6f1b7a52-3f52-4c64-9f86-0b2f8b7f1a11");
    assertThat(meta.version()).isEqualTo(901234);
    assertThat(meta.generation()).isEqualTo(3);
    assertThat(meta.createdAt()).isEqualTo("2026-03-01T10:15:30Z");
    assertThat(meta.deletedAt()).contains(Instant.parse("2026-03-02T08:00:05Z"));
    assertThat(meta.finalizers()).containsExactly("example.com/drain");
    assertThat(meta.owners())
        .containsExactly(
            new Meta.Owner(
                "apps.kruise.io/v1beta1",
                "StatefulSet",
                "web",
                "0d5b8a3e-1111-2222-3333-444455556666",
                true),
            new Meta.Owner("v1", "ConfigMap", "extra", "77", false));
  }

  @Test
  void allLabelsAreKeptButOnlyOurAnnotations() throws IOException {
    var meta = full().meta();

    assertThat(meta.labels())
        .containsExactly(
            entry("app", "café"),
            entry("controller-revision-hash", "web-6d5f7c"),
            entry("lifecycle.apps.kruise.io/state", "Normal"),
            entry("statefulset.kubernetes.io/pod-name", "web-2"));
    assertThat(meta.annotations())
        .containsExactly(
            entry("apps.kruise.io/inplace-update-state", "{\"revision\":\"web-6d5f7c\"}"),
            entry("inplace-update-grace", "{}"),
            entry("inplace-update-state", "{\"old\":1}"));
  }

  @Test
  void initContainersAreKeptApart() throws IOException {
    assertThat(full().initContainers())
        .containsExactly(
            new Container(
                "prepare",
                "registry.example.com/prepare:1",
                "sha256:init",
                "",
                4,
                true,
                "",
                true,
                false));
  }

  @Test
  void containersCarrySpecAndStatus() throws IOException {
    assertThat(full().containers())
        .containsExactly(
            new Container(
                "nginx",
                "registry.example.com/nginx:1.29",
                "registry.example.com/nginx@sha256:0001",
                "containerd://aaa",
                0,
                true,
                "",
                true,
                true),
            new Container(
                "sidecar",
                "registry.example.com/sidecar:7",
                "registry.example.com/sidecar@sha256:0002",
                "containerd://bbb",
                5,
                false,
                "CrashLoopBackOff",
                true,
                true,
                "exit code 1",
                true));
  }

  @Test
  void specAndStatusAreRead() throws IOException {
    var pod = full();

    assertThat(pod.phase()).isEqualTo(Phase.RUNNING);
    assertThat(pod.node()).isEqualTo("node-a");
    assertThat(pod.readinessGates()).containsExactly("InPlaceUpdateReady", "KruisePodReady");
    assertThat(pod.claims()).containsExactly(entry("data", "data-web-2"));
    assertThat(pod.conditions())
        .containsExactly(
            new Condition(
                "InPlaceUpdateReady", true, "", Optional.of(Instant.parse("2026-03-01T10:15:31Z"))),
            new Condition(
                "Ready",
                false,
                "ContainersNotReady",
                Optional.of(Instant.parse("2026-03-01T10:16:00.123456Z"))));
  }

  @ParameterizedTest(name = "wants {0}, has {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"requests":{"cpu":"1"}}                         | {"requests":{"cpu":"1000m"}}    | true
          {"requests":{"cpu":"2"}}                         | {"requests":{"cpu":"1"}}        | false
          {"requests":{"cpu":"1"},"limits":{"memory":"1Gi"}} | {"requests":{"cpu":"1"}}      | false
          {"requests":{"cpu":"1","storage":"5"}}           | {"requests":{"cpu":"1"}}        | true
          {"requests":{"cpu":"2"}}                         | {}                              | true
          """)
  void resourcesAreCompared(String spec, String status, boolean isSized) throws IOException {
    var pod =
        pod(
            """
            {"spec":{"containers":[{"name":"a","resources":%s}]},
             "status":{"containerStatuses":[{"name":"a","resources":%s}]}}"""
                .formatted(spec, status));

    assertThat(pod.containers().getFirst().isSized()).isEqualTo(isSized);
  }

  @Test
  void marksAndGraceAreRead() throws IOException {
    var pod =
        pod(
            """
            {"metadata":{"annotations":{"inplace-update-grace":
              "{\\"revision\\":\\"r\\",\\"graceSeconds\\":7}"}},
             "status":{"conditions":[{"type":"KruisePodReady","status":"False",
              "message":"[{\\"userAgent\\":\\"A\\",\\"key\\":\\"k\\"}]"},
              {"type":"Ready","message":"[{\\"userAgent\\":\\"B\\"}]"}]}}""");

    assertThat(pod.marks()).containsExactly(new PodView.Mark("A", "k"));
    assertThat(pod.inPlace().orElseThrow().grace().orElseThrow().period())
        .isEqualTo(Duration.ofSeconds(7));
  }

  /// Other writers sort the members of a condition by name.
  @Test
  void messageMayComeBeforeItsType() throws IOException {
    var pod =
        pod(
            """
            {"status":{"conditions":[{"message":"[{\\"key\\":\\"k\\",\\"userAgent\\":\\"A\\"}]",
              "status":"False","type":"KruisePodReady"},
              {"message":"[{\\"key\\":\\"k\\",\\"userAgent\\":\\"B\\"}]","type":"Ready"}]}}""");

    assertThat(pod.marks()).containsExactly(new PodView.Mark("A", "k"));
  }

  @ParameterizedTest(name = "{0} reported as {1}")
  @CsvSource({
    "app:1, app:1, true",
    "app:1, docker.io/library/app:1, true",
    "team/app:1, docker.io/team/app:1, true",
    "app, docker.io/library/app:latest, true",
    "host:5000/app, host:5000/app:latest, true",
    "app:1, app:2, false",
    "app:1, docker.io/library/myapp:1, false",
    "app:2, docker.io/library/app:1, false"
  })
  void imageMayBeReportedWithItsRegistry(String image, String reported, boolean isNamed)
      throws IOException {
    var pod =
        pod(
            """
            {"spec":{"containers":[{"name":"a","image":"%s"}]},
             "status":{"containerStatuses":[{"name":"a","image":"%s"}]}}"""
                .formatted(image, reported));

    assertThat(pod.containers().getFirst().isNamed()).isEqualTo(isNamed);
  }

  @Test
  void statusMayComeBeforeSpec() throws IOException {
    var pod =
        pod(
            """
            {"status":{"containerStatuses":[{"name":"a","ready":true,
             "state":{"terminated":{"reason":"OOMKilled"}}}]},
             "spec":{"containers":[{"name":"a","image":"a:1"}]}}""");

    assertThat(pod.containers())
        .containsExactly(new Container("a", "a:1", "", "", 0, true, "OOMKilled", true, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"metadata\":null,\"spec\":null,\"status\":null}",
        "{\"metadata\":[1,{}],\"spec\":7,\"status\":\"x\"}",
        "{\"spec\":{\"containers\":{\"a\":1},\"volumes\":[null,3,{\"name\":{}}],\"nodeName\":4}}",
        "{\"metadata\":{\"labels\":null,\"annotations\":[],\"resourceVersion\":\"new\"}}",
        "{\"metadata\":{\"creationTimestamp\":\"2026-99-99T00:00:00Z\"},\"status\":{\"phase\":{}}}",
      })
  void whatIsMissingOrOddCountsAsAbsent(String json) throws IOException {
    var pod = pod(json);

    assertThat(pod.name()).isEmpty();
    assertThat(pod.meta().version()).isZero();
    assertThat(pod.meta().createdAt()).isEqualTo(Instant.EPOCH);
    assertThat(pod.phase()).isEqualTo(Phase.NONE);
    assertThat(pod.containers()).isEmpty();
    assertThat(pod.claims()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Pending, PENDING",
    "Running, RUNNING",
    "Succeeded, SUCCEEDED",
    "Failed, FAILED",
    "Unknown, UNKNOWN",
    "Dreaming, UNKNOWN"
  })
  void phasesAreTranslated(String text, Phase phase) throws IOException {
    assertThat(pod("{\"status\":{\"phase\":\"" + text + "\"}}").phase()).isEqualTo(phase);
  }

  @Test
  void textThatBreaksOffIsNoPod() {
    assertThatThrownBy(() -> pod("{\"metadata\":{\"name\":\"web-0\"}"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void anObjectOfAnyDepthIsReadPast() throws IOException {
    var deep = "[".repeat(9_000) + "]".repeat(9_000);

    var pod = pod("{\"x\":" + deep + ",\"metadata\":{\"name\":\"web-0\"}}");

    assertThat(pod.name()).isEqualTo("web-0");
  }
}
