package dev.ordinal.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SceneTest {
  private static final Json.Obj SET =
      Yaml.read("{metadata: {name: web, uid: w}, spec: {selector: {matchLabels: {app: web}}}}");

  private static Json.Obj revision(String name, String owner) {
    return Yaml.read(
        "metadata: {name: %s, labels: {app: web}, ownerReferences: [{uid: %s, controller: true}]}"
            .formatted(name, owner));
  }

  @Test
  void revisionsOfAnotherSetWithTheSameLabelsAreNotOurs() {
    var nobodys = Yaml.read("metadata: {name: web-3, labels: {app: web}}");
    var found = new Scene.Found(Optional.of(SET), Optional.empty(), Optional.empty());
    var all = List.of(revision("web-1", "w"), revision("other-1", "o"), nobodys);

    var scene = Scene.of(Way.ADOPT, found, new Scene.Neighbours(List.of(), all));

    assertThat(scene.revisions()).extracting(Facts::name).containsExactly("web-1", "web-3");
  }
}
