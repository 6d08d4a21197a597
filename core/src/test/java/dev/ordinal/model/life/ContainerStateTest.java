package dev.ordinal.model.life;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whose image the kubelet's words are about. Runtimes complete the name that the user wrote.
class ContainerStateTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "app:1, app:1, true",
    "app:1, docker.io/library/app:1, true",
    "docker.io/app:1, docker.io/library/app:1, true",
    "app, docker.io/library/app:latest, true",
    "host:5000/shop/app, host:5000/shop/app:latest, true",
    "app:1@sha256:abc, docker.io/library/app@sha256:abc, true",
    "app@sha256:abc, app@sha256:abc, true",
    "app:2, app:1, false",
    "app, app:1, false",
    "app:1, other:1, false",
    "app@sha256:abd, app@sha256:abc, false"
  })
  void failedPullIsToldOfItsOwnImage(String image, String named, boolean isTold) {
    var state =
        new ContainerState(
            "ImagePullBackOff", "Back-off pulling image \"%s\"".formatted(named), "");

    assertThat(state.about(image)).isEqualTo(isTold ? state : ContainerState.NONE);
  }

  @Test
  void wordsWithoutAnImageAreTakenAsTheyAre() {
    var state = new ContainerState("ErrImagePull", "manifest unknown", "");

    assertThat(state.about("app:1")).isEqualTo(state);
  }

  /// Such words may quote an image for other reasons.
  @Test
  void otherTroubleIsAlwaysTold() {
    var state = new ContainerState("CreateContainerError", "image \"app:1\" has no command", "");

    assertThat(state.about("app:2")).isEqualTo(state);
  }
}
