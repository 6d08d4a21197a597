package dev.ordinal.sim.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.TestServer;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The manifests that the real API server refuses and accepts, on the simulated one.
class DefinitionTest {
  private static final String SETS = "/namespaces/shop/statefulsets";

  static List<Path> refused() throws IOException {
    return in("refused");
  }

  static List<Path> accepted() throws IOException {
    return in("accepted");
  }

  private static List<Path> in(String folder) throws IOException {
    try (var files = Files.list(Path.of("tests/src/it/resources", folder))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void badSetIsRefusedInTheExpectedWords(Path file) throws IOException {
    var expected = Files.readAllLines(file).getFirst().replace("# expect: ", "");
    var shop = new TestServer();
    var documents = Yaml.documents(file.toString());
    documents.subList(0, documents.size() - 1).forEach(each -> requireOk(write(shop, each)));

    var reply = write(shop, documents.getLast());

    assertThat(reply.code()).isEqualTo(422);
    assertThat(reply.body().text("message")).contains(expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void oddButSoundSetIsAccepted(Path file) {
    var shop = new TestServer();
    Yaml.documents(file.toString()).forEach(each -> requireOk(write(shop, each)));
  }

  @Test
  void schemaWithAnUnknownKeywordIsRefused() {
    var version = Yaml.read("{name: v1, schema: {openAPIV3Schema: {type: object, oneOf: []}}}");

    assertThatThrownBy(() -> Definition.of(version)).hasMessageContaining("oneOf");
  }

  private static void requireOk(Reply reply) {
    assertThat(reply.isOk()).as(reply.body().text("message")).isTrue();
  }

  /// Creates the set, or replaces the one that is there.
  private static Reply write(TestServer shop, Json.Obj set) {
    var all = "/apis/" + set.text("apiVersion") + SETS;
    var one = all + "/" + set.object("metadata").text("name");
    var there = shop.get(one);
    if (!there.isOk()) {
      return shop.post(all, JsonText.write(set));
    }
    var version = Json.of(there.body().object("metadata").text("resourceVersion"));
    var metadata = set.object("metadata").with("resourceVersion", version);
    return shop.put(one, JsonText.write(set.with("metadata", metadata)));
  }
}
