package dev.ordinal.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.rig.JsonSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// The lists and the watch of a settled cluster, as an API server sends them, in files: `pods`
/// pods of 6.5 KB in sets of `replicas`, each set in a namespace of its own.
record World(Path folder, int pods, int replicas) {
  static final int EVENTS = 4_000;
  static final int ROUNDS = 4;
  private static final int PAGE = 500;
  private static final String NAME = "store";
  private static final String SELECTOR = "app.kubernetes.io/name";
  private static final String IMAGE = "registry.example.com/platform/store-server:4.7.";

  /// Writes the files. `status` goes into every set.
  World write(Json.Obj status) throws IOException {
    writeSets(status);
    var pod = podForm();
    for (var page = 0; page < pages(pods); page++) {
      try (var out = Files.newBufferedWriter(file("pods", page))) {
        begin(out, "PodList");
        for (var i = page * PAGE; i < Math.min(pods, (page + 1) * PAGE); i++) {
          out.write(i % PAGE == 0 ? "" : ",");
          out.write(pod(pod, i, i + 1));
        }
        out.write("]}");
      }
    }
    return this;
  }

  private int sets() {
    return pods / replicas;
  }

  static int pages(int objects) {
    return (objects + PAGE - 1) / PAGE;
  }

  /// The pages of the list of one kind.
  List<Path> pages(String kind) {
    var count = pages(kind.equals("pods") ? pods : sets());
    return IntStream.range(0, count).mapToObj(page -> file(kind, page)).toList();
  }

  Path events(int round) {
    return file("events", round);
  }

  private Path file(String kind, int number) {
    return folder.resolve(kind + "-" + number + ".json");
  }

  private void writeSets(Json.Obj status) throws IOException {
    for (var page = 0; page < pages(sets()); page++) {
      try (var sets = Files.newBufferedWriter(file("sets", page));
          var revisions = Files.newBufferedWriter(file("revisions", page))) {
        begin(sets, "StatefulSetList");
        begin(revisions, "ControllerRevisionList");
        for (var i = page * PAGE; i < Math.min(sets(), (page + 1) * PAGE); i++) {
          sets.write(i % PAGE == 0 ? "" : ",");
          sets.write(JsonText.write(set(i, status)));
          revisions.write(i % PAGE == 0 ? "" : ",");
          revisions.write(JsonText.write(revision(i, 1)));
        }
        sets.write("]}");
        revisions.write("]}");
      }
    }
  }

  World writeEvents() throws IOException {
    var pod = podForm();
    var version = pods + 1L;
    for (var round = 0; round < ROUNDS; round++) {
      try (var out = Files.newBufferedWriter(events(round))) {
        for (var i = 0; i < EVENTS; i++) {
          // A prime, so that the events fall on sets all over the cluster.
          var number = (int) (i * 7_919L % pods);
          out.write(event(pod, number, version++));
        }
      }
    }
    return this;
  }

  /// A line of the watch: a container of this pod has restarted.
  String event(int number, long version) throws IOException {
    return event(podForm(), number, version);
  }

  private String event(String form, int number, long version) {
    return "{\"type\":\"MODIFIED\",\"object\":" + pod(form, number, version) + "}\n";
  }

  private static void begin(BufferedWriter out, String kind) throws IOException {
    out.write(
        "{\"kind\":\"%s\",\"metadata\":{\"resourceVersion\":\"1000000\"},\"items\":["
            .formatted(kind));
  }

  private static Json.Obj meta(String name, int set, String uid) {
    return JsonSource.readObject(
        """
        {"name": "%s", "namespace": "team-%d", "uid": "%s", "resourceVersion": "%d",
         "generation": 1, "creationTimestamp": "2026-03-01T10:15:00Z"}
        """
            .formatted(name, set, uid, set + 1));
  }

  static String owner(int set) {
    return "0d5b8a3e-1111-2222-3333-%012d".formatted(set);
  }

  Json.Obj set(int number, Json.Obj status) {
    return set(number, status, 1);
  }

  /// With the template of revision 1 or 2.
  Json.Obj set(int number, Json.Obj status, int revision) {
    var spec =
        JsonSource.readObject(
            """
            {"replicas": %d, "podManagementPolicy": "Parallel", "serviceName": "store",
             "selector": {"matchLabels": {"%s": "store"}},
             "updateStrategy": {"rollingUpdate": {"maxUnavailable": "10%%"}}}
            """
                .formatted(replicas, SELECTOR));
    return Json.of("apiVersion", Json.of("apps.kruise.io/v1beta1"))
        .with("kind", Json.of("StatefulSet"))
        .with("metadata", meta(NAME, number, owner(number)))
        .with("spec", spec.with("template", template(revision)))
        .with("status", status);
  }

  private static Json.Obj template(int revision) {
    return JsonSource.readObject(
        """
        {"metadata": {"labels": {"%s": "store"}},
         "spec": {"containers": [{"name": "server", "image": "%s%d",
           "resources": {"limits": {"memory": "2Gi"}, "requests": {"cpu": "500m", "memory": "2Gi"}}}],
           "readinessGates": [{"conditionType": "InPlaceUpdateReady"}]}}
        """
            .formatted(SELECTOR, IMAGE, 1 + revision));
  }

  static String revisionName(int number) {
    return Revision.name(NAME, Revision.hash(Revision.payload(template(number)), 0));
  }

  Json.Obj revision(int set, int number) {
    var name = revisionName(number);
    var uid = "7c1e8a3e-1111-2222-%04d-%012d".formatted(number, set);
    var owner =
        JsonSource.readObject(
            """
            {"apiVersion": "apps.kruise.io/v1beta1", "kind": "StatefulSet", "name": "store",
             "uid": "%s", "controller": true, "blockOwnerDeletion": true}
            """
                .formatted(owner(set)));
    var meta =
        meta(name, set, uid)
            .with("ownerReferences", Json.of(List.of(owner)))
            .with("labels", Json.of(SELECTOR, Json.of("store")));
    return Json.of("apiVersion", Json.of("apps/v1"))
        .with("kind", Json.of("ControllerRevision"))
        .with("metadata", meta)
        .with("revision", Json.of(number))
        .with("data", Revision.payload(template(number)));
  }

  private static String podForm() throws IOException {
    try (var in = World.class.getResourceAsStream("/bench/pod.json")) {
      if (in == null) {
        throw new IOException("bench/pod.json is not on the class path");
      }
      return new String(in.readAllBytes(), UTF_8)
          .strip()
          .replace("store-6d5f7c9b4d", revisionName(1));
    }
  }

  private String pod(String form, int number, long version) {
    var set = number / replicas;
    var ordinal = number % replicas;
    return form.replace("__NAME__", NAME + "-" + ordinal)
        .replace("__NAMESPACE__", "team-" + set)
        .replace("__UID__", "6f1b7a52-3f52-4c64-9f86-%012d".formatted(number))
        .replace("__OWNER__", owner(set))
        .replace("__INDEX__", Integer.toString(ordinal))
        .replace("__NODE__", Integer.toString(number % 200))
        .replace("__CONTAINER__", "%064d".formatted(version))
        .replace("__VERSION__", Long.toString(version));
  }

  /// One pod, as it is in the list.
  Json.Obj onePod(int number) throws IOException {
    return JsonBytes.readObject(pod(podForm(), number, number + 1).getBytes(UTF_8));
  }
}
