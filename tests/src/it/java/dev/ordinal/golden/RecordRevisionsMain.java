package dev.ordinal.golden;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Records what the native controller, kruise-manager and Ordinal write as the revisions of the
/// golden sets: `tools/java --test-classes dev.ordinal.golden.RecordRevisionsMain`. What an older
/// Ordinal has written stays in the file under its own name.
public final class RecordRevisionsMain {
  private static final Path PLACE = Path.of("tests/src/test/resources/golden");

  private RecordRevisionsMain() {}

  public static void main(String[] arguments) throws IOException {
    var lines = new ArrayList<String>();
    try (var rig = Rig.startBare();
        var _ = Kruise.install(rig);
        var place = rig.enter("golden")) {
      for (var document : Files.readString(PLACE.resolve("sets.yaml")).split("(?m)^---$")) {
        lines.add(record(place, document, "apps/v1", "kube-controller-manager 1.37.1"));
        lines.add(record(place, document, "apps.kruise.io/v1beta1", "kruise-manager 1.8.3"));
      }
    }
    for (var set : GoldenSets.manifests()) {
      var payload = Revision.payload(set.object("spec").object("template"));
      var name = Revision.name(GoldenSets.name(set), Revision.hash(payload, 0));
      lines.add(line(GoldenSets.name(set), "ordinal 0.1.0", name, payload));
    }
    Files.write(PLACE.resolve("recorded.jsonl"), lines);
  }

  private static String record(Cluster place, String set, String version, String writer) {
    var manifest =
        "apiVersion: %s\nkind: StatefulSet\n%s"
            .formatted(version, set.strip().replace("  replicas: 1", "  replicas: 0"));
    var created =
        place.kubectlWith(
            manifest, "create", "-f", "-", "-o", "jsonpath={.metadata.uid} {.metadata.name}");
    var words = created.strip().split(" ");
    var found = new ArrayList<Json.Obj>();
    place.await(
        "the revision of " + words[1] + " by " + writer,
        () -> found.addAll(revisions(place, words[0])));
    var revision = found.getFirst();
    return line(
        words[1], writer, revision.object("metadata").text("name"), revision.object("data"));
  }

  private static List<Json.Obj> revisions(Cluster place, String owner) {
    return place.list("apis/apps/v1", "controllerrevisions").stream()
        .filter(
            each ->
                each.object("metadata").items("ownerReferences").stream()
                    .anyMatch(reference -> ((Json.Obj) reference).text("uid").equals(owner)))
        .toList();
  }

  private static String line(String set, String writer, String name, Json data) {
    return JsonText.write(
        Json.of("set", Json.of(set))
            .with("writer", Json.of(writer))
            .with("name", Json.of(name))
            .with("data", data));
  }
}
