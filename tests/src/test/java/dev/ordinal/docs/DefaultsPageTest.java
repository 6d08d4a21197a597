package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.TestServer;
import java.io.IOException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the page of the defaults to what the schema stores.
class DefaultsPageTest {
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/shop/statefulsets";

  /// The spec of a set that states nothing but this.
  private static Json.Obj stored(String fields) {
    var set =
        Yaml.read(
            """
            apiVersion: apps.kruise.io/v1beta1
            kind: StatefulSet
            metadata: {name: web}
            spec:
              selector: {matchLabels: {a: b}}
              template: {metadata: {labels: {a: b}}}
              %s
            """
                .formatted(fields));
    return new TestServer().post(SETS, JsonText.write(set)).body().object("spec");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "updateStrategy: {}",
        "updateStrategy: {type: RollingUpdate}",
        "updateStrategy: {rollingUpdate: null}",
        "updateStrategy: {rollingUpdate: {}}"
      })
  void pageListsWhatIsStored(String fields) throws IOException {
    assertThat(DefaultsPage.leaves(stored(fields))).isEqualTo(DefaultsPage.ordinal());
  }

  @Test
  void onDeleteGetsTheBlockToo() throws IOException {
    var expected = new TreeMap<>(DefaultsPage.ordinal());
    expected.put("spec.updateStrategy.type", "OnDelete");

    assertThat(DefaultsPage.leaves(stored("updateStrategy: {type: OnDelete}"))).isEqualTo(expected);
  }

  /// What the user states stays.
  @Test
  void statedFieldsAreKept() {
    var strategy =
        stored("updateStrategy: {rollingUpdate: {partition: 2}}").object("updateStrategy");

    assertThat(strategy.object("rollingUpdate").find("partition")).contains(Json.of(2));
    assertThat(strategy.object("rollingUpdate").text("podUpdatePolicy")).isEqualTo("ReCreate");
  }
}
