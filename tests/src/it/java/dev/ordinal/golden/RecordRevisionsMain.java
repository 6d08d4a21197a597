package dev.ordinal.golden;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Records what a controller makes of the golden sets. `tools/golden` runs it:
///
///     RecordRevisionsMain native
///     RecordRevisionsMain kruise 1.8.3
///     RecordRevisionsMain ordinal FOLDER …
///
/// The folders hold older builds, and are named after their commits.
public final class RecordRevisionsMain {
  private static final Path PLACE = Path.of("tests/src/test/resources/golden");
  private static final String OURS = "apps.kruise.io/v1beta1";

  private final Rig rig;

  private RecordRevisionsMain(Rig rig) {
    this.rig = rig;
  }

  public static void main(String[] arguments) throws IOException {
    var more = Arrays.asList(arguments).subList(1, arguments.length);
    try (var rig = Rig.startBare()) {
      var recorder = new RecordRevisionsMain(rig);
      switch (arguments[0]) {
        case "native" -> recorder.ofNative();
        case "kruise" -> recorder.ofKruise(more.getFirst());
        case "ordinal" -> recorder.ofOlder(more);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private void ofNative() throws IOException {
    var version = rig.api().find("/version").orElseThrow().text("gitVersion").substring(1);
    write("kube-controller-manager-" + version, record("apps/v1"));
  }

  private void ofKruise(String version) throws IOException {
    try (var _ = Kruise.install(rig)) {
      write("kruise-manager-" + version, record(OURS));
    }
  }

  /// Builds that make the same revisions share the file of the first of them.
  private void ofOlder(List<String> builds) throws IOException {
    var forms = new TreeMap<String, String>();
    var lines = new ArrayList<String>();
    for (var build : builds) {
      var commit = Path.of(build).getFileName().toString();
      var rows = recordOlder(Path.of(build));
      var form = forms.putIfAbsent(form(rows), commit);
      if (form == null) {
        write("ordinal-" + commit, rows);
      }
      lines.add(commit + " " + (form == null ? commit : form));
      System.out.println(lines.getLast());
    }
    Files.write(PLACE.resolve("builds.txt"), lines);
  }

  private Map<String, List<Json.Obj>> recordOlder(Path build) throws IOException {
    try (var place = rig.enter("golden")) {
      place.kubectl(
          "apply", "--server-side", "--force-conflicts", "-f", build.resolve("crd").toString());
      place.kubectl(
          "wait",
          "--for=condition=Established",
          "crd/statefulsets.apps.kruise.io",
          "--timeout=60s");
      var log = Files.createTempFile("ordinal-older", ".log");
      var command =
          List.of(
              build.resolve("ordinal").toString(),
              "controller",
              "--kubeconfig=" + place.kubeconfig(User.ADMIN),
              "--namespace=" + place.namespace());
      try (var _ = ControllerProcess.startCommand(log, command)) {
        return record(place, OURS);
      }
    }
  }

  private Map<String, List<Json.Obj>> record(String apiVersion) {
    try (var place = rig.enter("golden")) {
      return record(place, apiVersion);
    }
  }

  private static Map<String, List<Json.Obj>> record(Cluster place, String apiVersion) {
    GoldenScene.create(place, apiVersion);
    var rows = new TreeMap<String, List<Json.Obj>>();
    for (var set : GoldenSets.manifests()) {
      var name = GoldenSets.name(set);
      place.await(
          name + " at rest",
          () -> isAtRest(place.find("apis/" + apiVersion, "statefulsets", name)));
      var objects = Belongings.of(place, "apis/" + apiVersion, name).stream();
      rows.put(name, objects.map(RecordRevisionsMain::withoutApplied).toList());
    }
    return rows;
  }

  /// What `kubectl` notes for itself is most of an object.
  private static Json.Obj withoutApplied(Json.Obj object) {
    var metadata = object.object("metadata");
    var annotations =
        metadata.object("annotations").without("kubectl.kubernetes.io/last-applied-configuration");
    return annotations.equals(metadata.object("annotations"))
        ? object
        : object.with("metadata", metadata.with("annotations", annotations));
  }

  private static boolean isAtRest(Optional<Json.Obj> set) {
    var status = set.map(found -> found.object("status")).orElse(Json.EMPTY);
    return Json.of(1).equals(status.find("readyReplicas").orElse(Json.EMPTY))
        && !status.text("currentRevision").isEmpty();
  }

  /// All that a controller decides about the revisions.
  private static String form(Map<String, List<Json.Obj>> rows) {
    var found = new ArrayList<Json>();
    for (var objects : rows.values()) {
      for (var object : objects) {
        if (object.text("kind").equals("ControllerRevision")) {
          var metadata = object.object("metadata");
          found.add(
              object.with(
                  "metadata",
                  Json.of("name", Json.of(metadata.text("name")))
                      .with("labels", metadata.object("labels"))
                      .with("annotations", metadata.object("annotations"))));
        }
      }
    }
    return JsonText.write(Json.of(found));
  }

  private static void write(String writer, Map<String, List<Json.Obj>> rows) throws IOException {
    var lines = new ArrayList<String>();
    rows.forEach(
        (set, objects) ->
            lines.add(
                JsonText.write(Json.of("set", Json.of(set)).with("objects", Json.of(objects)))));
    Files.createDirectories(PLACE.resolve("recorded"));
    Files.write(PLACE.resolve("recorded").resolve(writer + ".jsonl"), lines);
  }
}
