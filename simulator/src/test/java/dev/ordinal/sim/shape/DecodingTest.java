package dev.ordinal.sim.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodingTest {

  @ParameterizedTest
  @CsvSource({
    "1024Mi, 1Gi", "1Gi, 1Gi", "0.5, 500m", "1000m, 1", "1.5Gi, 1536Mi", "1500m, 1500m",
    "2000, 2k", "1e3, 1k", "0, 0", "100M, 100M", "1023Ki, 1023Ki", "12345678, 12345678"
  })
  void amountsHaveOneForm(String written, String kept) {
    assertThat(Quantities.canonical(written)).contains(kept);
  }

  @Test
  void unknownFieldsFallAwayAndAreTold() throws Decoding.Mismatch {
    var decoding = new Decoding();
    var sent = Yaml.read("{spec: {containers: [{name: a, colour: red}], shape: round}}");

    var pod = decoding.decode(Shapes.of("Pod"), sent, Decoding.NOTHING);

    assertThat(decoding.unknown()).containsExactly("spec.containers[0].colour", "spec.shape");
    assertThat(pod.object("spec")).isEqualTo(Yaml.read("{containers: [{name: a, resources: {}}]}"));
  }

  @Test
  void emptyThingsFallAwayUnlessTheyAlwaysShow() throws Decoding.Mismatch {
    var sent = Yaml.read("{metadata: {labels: {}, finalizers: []}, spec: {hostname: ''}}");

    assertThat(new Decoding().decode(Shapes.of("Pod"), sent, Decoding.NOTHING))
        .isEqualTo(Yaml.read("{metadata: {}, spec: {}, status: {}}"));
  }

  @Test
  void whatWasDecodedBeforeIsTakenAsItIs() throws Decoding.Mismatch {
    var old =
        new Decoding()
            .decode(Shapes.of("Pod"), Yaml.read("{spec: {hostname: a}}"), Decoding.NOTHING);

    var changed = old.with("kind", Json.of("Pod"));
    var same = new Decoding().decode(Shapes.of("Pod"), changed, old);

    assertThat(same.members().get("spec")).isSameAs(old.members().get("spec"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {spec: {containers: x}}                  | string into Go struct field PodSpec.spec.containers of type []v1.Container
          {spec: {hostNetwork: 1}}                 | number into Go struct field PodSpec.spec.hostNetwork of type bool
          {metadata: {labels: {a: 1}}}             | number into Go struct field ObjectMeta.metadata.labels of type string
          {spec: {terminationGracePeriodSeconds: 1.5}} | number into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64
          """)
  void wrongTypesAreToldInGosWords(String sent, String words) {
    assertThatThrownBy(
            () -> new Decoding().decode(Shapes.of("Pod"), Yaml.read(sent), Decoding.NOTHING))
        .hasMessage("json: cannot unmarshal " + words);
  }
}
