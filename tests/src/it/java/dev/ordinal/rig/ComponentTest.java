package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComponentTest {
  @TempDir Path folder;

  @Test
  void deathIsReportedWithTheLastWords() throws InterruptedException {
    var component = Component.start("etcd", folder, List.of("sh", "-c", "echo boom; exit 3"));
    component.process().waitFor();

    assertThatThrownBy(component::requireAlive)
        .hasMessageContaining("etcd ended with code 3")
        .hasMessageContaining("boom");
  }

  /// The pipe closes when this JVM dies, however it dies.
  @Test
  void closedPipeEndsTheComponent() throws IOException, InterruptedException {
    var component = Component.start("etcd", folder, List.of("tail", "-f", "/dev/null"));
    component.requireAlive();

    component.process().getOutputStream().close();

    assertThat(component.process().waitFor()).isEqualTo(137);
  }

  @Test
  void politeRequestEndsTheComponent() {
    var component = Component.start("etcd", folder, List.of("tail", "-f", "/dev/null"));

    component.terminate();
    component.awaitEnd(Duration.ofSeconds(10));

    assertThat(component.process().exitValue()).isEqualTo(143);
  }
}
