package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.PodReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerTest {
  /// A pod in the way of a set has to be seen, with any owner; all others would only cost memory.
  @ParameterizedTest(name = "{0} of a {1}")
  @CsvSource({
    "web-0, ReplicaSet, true",
    "web-12, Job, true",
    "my-web-0, CloneSet, true",
    "web-0, StatefulSet, true",
    "warm-x7-0, ImagePullJob, true",
    "web-7d9f8c6b5-x2x4z, ReplicaSet, false",
    "web-x2x4z, DaemonSet, false",
    "web-007, ReplicaSet, false",
    "web-99999999999, ReplicaSet, false",
    "web, ReplicaSet, false",
    "web, '', true",
  })
  void podIsKeptIfItMayBeInTheWay(String name, String owner, boolean isKept) throws IOException {
    var owners =
        owner.isEmpty()
            ? ""
            : ",\"ownerReferences\":[{\"kind\":\"%s\",\"uid\":\"u2\",\"controller\":true}]"
                .formatted(owner);
    var pod = "{\"metadata\":{\"name\":\"%s\",\"uid\":\"u1\"%s}}".formatted(name, owners);

    assertThat(Controller.mayConcernUs(new PodReader().read(pod.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(isKept);
  }
}
