package dev.ordinal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherReadersTest {
  private static byte[] bytes(String json) {
    return json.getBytes(UTF_8);
  }

  @Test
  void claimIsRead() throws IOException {
    var claim =
        new ClaimReader()
            .read(
                bytes(
                    """
                    {"metadata":{"name":"data-web-0","namespace":"shop","resourceVersion":"12"},
                     "spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"fast",
                      "resources":{"requests":{"storage":"10Gi"},"limits":{"storage":"99Gi"}}},
                     "status":{"phase":"Bound","capacity":{"storage":"8Gi"}}}"""));

    assertThat(claim.name()).isEqualTo("data-web-0");
    assertThat(claim.meta().version()).isEqualTo(12);
    assertThat(claim.phase()).isEqualTo("Bound");
    assertThat(claim.storageClass()).contains("fast");
    assertThat(claim.accessModes()).containsExactly("ReadWriteOnce");
    assertThat(claim.requested()).isEqualTo("10Gi");
    assertThat(claim.capacity()).isEqualTo("8Gi");
  }

  @Test
  void conditionsOfAClaimThatAreTrueAreRead() throws IOException {
    var claim =
        new ClaimReader()
            .read(
                bytes(
                    """
                    {"status":{"conditions":[
                      {"type":"FileSystemResizePending","status":"True",
                       "lastTransitionTime":"2026-01-01T12:00:00Z","message":"waiting"},
                      {"type":"Resizing","status":"False"},
                      {"type":"NodeResizeError","status":"True","lastTransitionTime":null}]}}"""));

    assertThat(claim.conditions())
        .containsExactly(
            new ClaimView.Condition(
                "FileSystemResizePending", Optional.of(Instant.parse("2026-01-01T12:00:00Z"))),
            new ClaimView.Condition("NodeResizeError", Optional.empty()));
  }

  @Test
  void classTellsWhetherItsVolumesMayGrow() throws IOException {
    var fast = "{\"metadata\":{\"name\":\"fast\"},\"allowVolumeExpansion\":true}";
    assertThat(new ClassReader().read(bytes(fast)).name()).isEqualTo("fast");
    assertThat(new ClassReader().read(bytes(fast)).allowsExpansion()).isTrue();
    assertThat(new ClassReader().read(bytes("{\"allowVolumeExpansion\":false}")).allowsExpansion())
        .isFalse();
    assertThat(new ClassReader().read(bytes("{}")).allowsExpansion()).isFalse();
  }

  @Test
  void emptyStorageClassIsNotAnAbsentOne() throws IOException {
    assertThat(
            new ClaimReader().read(bytes("{\"spec\":{\"storageClassName\":\"\"}}")).storageClass())
        .contains("");
    assertThat(new ClaimReader().read(bytes("{\"spec\":{}}")).storageClass()).isEmpty();
  }

  @Test
  void revisionPayloadSurvivesAsItIs() throws IOException {
    var revision =
        new RevisionReader()
            .read(
                bytes(
                    """
                    {"metadata":{"name":"web-6d5f7c"},"revision":7,
                     "data":{"spec":{"template":{"weird":[1.50,1e400,null,true,"é"]}}}}"""));

    assertThat(revision.number()).isEqualTo(7);
    assertThat(JsonText.write(revision.payload()))
        .isEqualTo("{\"spec\":{\"template\":{\"weird\":[1.50,1e400,null,true,\"é\"]}}}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"True,true", "False,false", "Unknown,false"})
  void nodeIsReadyWhenItsKubeletSaysSo(String status, boolean isReady) throws IOException {
    var node =
        new NodeReader()
            .read(
                bytes(
                    """
                    {"metadata":{"name":"node-1","labels":{"zone":"a"}},"status":{"images":[{}],
                     "conditions":[{"type":"DiskPressure","status":"True"},
                      {"type":"Ready","status":"%s","reason":"x"}]}}"""
                        .formatted(status)));

    assertThat(node.isReady()).isEqualTo(isReady);
    assertThat(node.meta().labels()).containsEntry("zone", "a");
  }

  @Test
  void listPageIsReadWhileItArrives() throws IOException {
    var page =
        ListPage.read(
            new ByteArrayInputStream(
                bytes(
                    """
                    {"kind":"PodList","metadata":{"resourceVersion":"44","continue":"abc="},
                     "items":[{"metadata":{"name":"web-0"}},{"metadata":{"name":"web-1"}}]}""")),
            new PodReader(),
            new StringPool());

    assertThat(page.views()).extracting(pod -> pod.name()).containsExactly("web-0", "web-1");
    assertThat(page.next()).isEqualTo("abc=");
    assertThat(page.version()).isEqualTo(44);
  }

  @Test
  void equalTextsAreOneString() throws IOException {
    var pool = new StringPool();
    try (var first = JsonFields.of(bytes("\"registry.example.com/nginx\""), pool);
        var second = JsonFields.of(bytes("\"registry.example.com/nginx\""), pool)) {
      assertThat(first.word()).isEqualTo("registry.example.com/nginx").isSameAs(second.word());
    }
  }

  @Test
  void poolForgetsRatherThanGrows() {
    var pool = new StringPool(1);

    var first = pool.text("first");
    pool.text("second");

    assertThat(pool.text("first")).isEqualTo("first").isNotSameAs(first);
  }
}
