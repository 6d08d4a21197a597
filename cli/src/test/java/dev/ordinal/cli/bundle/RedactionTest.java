package dev.ordinal.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private static final String SECRET = "hunter2-3f9c";

  private final Redaction redaction = new Redaction();

  private String apply(String yaml) {
    return JsonText.write(redaction.apply(Yaml.read(yaml)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{env: [{name: PASSWORD, value: SECRET}]}",
        "{args: [run, SECRET]}",
        "{command: [run, '--password=SECRET']}",
        "{metadata: {annotations: {example.com/note: SECRET}}}",
        "{metadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: '{SECRET}'}}}",
        "{metadata: {annotations: {apps.kruise.io/inplace-update-grace: '{SECRET}'}}}",
        "{metadata: {annotations: {note: SECRET}}}",
        "{metadata: {managedFields: [{manager: SECRET}]}}",
        "{data: {password: SECRET}}",
        "{stringData: {name: {value: SECRET}}}",
        "{volumes: [{csi: {volumeAttributes: {share: SECRET}}}]}",
        "{lifecycle: {preStop: {exec: {command: [SECRET]}}}}",
        "{livenessProbe: {httpGet: {path: SECRET, httpHeaders: [{name: A, value: SECRET}]}}}",
        "{status: {containerStatuses: [{lastState: {terminated: {message: SECRET}}}]}}",
        "{fieldOfTomorrow: SECRET}",
        "{fieldOfTomorrow: [[SECRET]]}"
      })
  void whatUsersWriteIsLeftOut(String yaml) {
    assertThat(yaml).contains("SECRET");
    assertThat(apply(yaml.replace("SECRET", SECRET))).doesNotContain(SECRET);
  }

  @Test
  void whatAReportNeedsIsKept() {
    var kept =
        """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web, labels: {app: web}, annotations: {apps.kruise.io/a: b}}
        spec:
          replicas: 3
          updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 50%, paused: true}}
          template: {spec: {containers: [{name: app, image: app:1, resources: {requests: {cpu: 1m}}}]}}
        status: {conditions: [{type: Ready, status: 'False', reason: Paused, message: why}]}
        """;

    assertThat(redaction.apply(Yaml.read(kept))).isEqualTo(Yaml.read(kept));
    assertThat(redaction.leftOut()).isEmpty();
  }

  @Test
  void placesAreCounted() {
    apply("{spec: {containers: [{env: [{value: a}, {value: b}]}, {args: [c]}]}}");

    assertThat(redaction.leftOut().toString())
        .isEqualTo("{spec.containers[].args[]=1, spec.containers[].env[].value=2}");
  }

  @Test
  void messageThatQuotesAValueIsMaskedThoughItCameFirst() {
    var event = redaction.apply(Json.of("message", Json.of("refused: " + SECRET)));
    apply("{env: [{value: %s}]}".formatted(SECRET));

    assertThat(redaction.masked(event))
        .isEqualTo(Json.of("message", Json.of("refused: (left out)")));
  }
}
