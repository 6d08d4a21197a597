package dev.ordinal.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ManifestFileTest {
  private static final String TWO =
      """
      # The service is no set.
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: nginx}
      ---
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web}
      ---
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: cache}
      """;

  private static String choose(String text, Optional<String> name) throws IOException {
    return ManifestFile.of("all.yaml", text).choose(name).object("metadata").text("name");
  }

  @Test
  void nameChoosesAmongSeveralSets() throws IOException {
    assertThat(choose(TWO, Optional.of("cache"))).isEqualTo("cache");
  }

  @Test
  void onlySetNeedsNoName() throws IOException {
    assertThat(choose(TWO.substring(0, TWO.lastIndexOf("---")), Optional.empty())).isEqualTo("web");
  }

  @Test
  void severalSetsNeedAName() {
    assertThatThrownBy(() -> choose(TWO, Optional.empty()))
        .hasMessage("all.yaml has several sets, name one of them: web, cache.");
  }

  @Test
  void setOfAnotherNameIsNotTaken() {
    assertThatThrownBy(() -> choose(TWO, Optional.of("db")))
        .hasMessage("all.yaml has no set db, it has web, cache.");
  }

  @Test
  void fileWithoutSetsSaysSo() {
    assertThatThrownBy(() -> choose("kind: Service", Optional.empty()))
        .hasMessage("all.yaml has no StatefulSet of apps.kruise.io.");
  }
}
