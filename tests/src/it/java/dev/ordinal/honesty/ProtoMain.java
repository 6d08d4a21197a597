package dev.ordinal.honesty;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Writes `local/proto.txt` from the descriptions that the pinned Kubernetes has of its types. New
/// kubectls send some objects in this form, and nothing in JSON says the numbers of fields.
public final class ProtoMain {
  private static final Path FILE = Path.of("simulator/src/main/resources/local/proto.txt");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package k8s\\.io\\.([\\w.]+);");
  private static final Pattern MESSAGE = Pattern.compile("(?ms)^message (\\w+) \\{\n(.*?)^}");
  private static final Pattern FIELD =
      Pattern.compile(
          "(?m)^  (optional |repeated )?(map<string, [\\w.]+>|[\\w.]+) (\\w+) = (\\d+);");

  private static final List<String> FILES =
      List.of(
          "k8s.io/api:core/v1",
          "k8s.io/api:apps/v1",
          "k8s.io/api:authentication/v1",
          "k8s.io/api:authorization/v1",
          "k8s.io/api:autoscaling/v2",
          "k8s.io/api:batch/v1",
          "k8s.io/api:coordination/v1",
          "k8s.io/api:discovery/v1",
          "k8s.io/api:node/v1",
          "k8s.io/api:policy/v1",
          "k8s.io/api:rbac/v1",
          "k8s.io/api:scheduling/v1",
          "k8s.io/api:storage/v1",
          "k8s.io/apimachinery:pkg/apis/meta/v1");

  private static final List<String> ROOTS =
      List.of(
          "apps/v1.ControllerRevision",
          "apps/v1.DaemonSet",
          "apps/v1.Deployment",
          "apps/v1.ReplicaSet",
          "apps/v1.StatefulSet",
          "authentication/v1.SelfSubjectReview",
          "authorization/v1.SelfSubjectAccessReview",
          "authorization/v1.SelfSubjectRulesReview",
          "autoscaling/v2.HorizontalPodAutoscaler",
          "batch/v1.CronJob",
          "batch/v1.Job",
          "coordination/v1.Lease",
          "core/v1.Binding",
          "core/v1.ConfigMap",
          "core/v1.Event",
          "core/v1.Namespace",
          "core/v1.Node",
          "core/v1.PersistentVolume",
          "core/v1.PersistentVolumeClaim",
          "core/v1.Pod",
          "core/v1.ResourceQuota",
          "core/v1.Secret",
          "core/v1.Service",
          "core/v1.ServiceAccount",
          "discovery/v1.EndpointSlice",
          "meta/v1.DeleteOptions",
          "node/v1.RuntimeClass",
          "policy/v1.Eviction",
          "policy/v1.PodDisruptionBudget",
          "rbac/v1.ClusterRole",
          "rbac/v1.ClusterRoleBinding",
          "rbac/v1.Role",
          "rbac/v1.RoleBinding",
          "scheduling/v1.PriorityClass",
          "storage/v1.StorageClass");

  private static final Map<String, String> PLAIN =
      Map.ofEntries(
          Map.entry("string", "s"),
          Map.entry("int32", "n"),
          Map.entry("int64", "n"),
          Map.entry("uint32", "n"),
          Map.entry("bool", "b"),
          Map.entry("bytes", "y"),
          Map.entry("meta/v1.Time", "t"),
          Map.entry("meta/v1.MicroTime", "m"),
          Map.entry("meta/v1.FieldsV1", "o"),
          Map.entry("Quantity", "q"),
          Map.entry("IntOrString", "x"),
          Map.entry("RawExtension", "o"));

  /// Fields that Go embeds: in JSON their own fields stand in their place. They get no name.
  private static final List<String> EMBEDDED =
      List.of(
          "core/v1.EphemeralContainer.ephemeralContainerCommon",
          "core/v1.PersistentVolumeSpec.persistentVolumeSource",
          "core/v1.Probe.handler",
          "core/v1.Volume.volumeSource");

  private ProtoMain() {}

  public static void main(String[] unused) throws IOException, InterruptedException {
    var all = new TreeMap<String, Map<String, String>>();
    for (var file : FILES) {
      var parts = file.split(":");
      all.putAll(
          messages(
              Files.readString(folder(parts[0]).resolve(parts[1]).resolve("generated.proto"))));
    }
    var lines = new StringBuilder();
    var known = new TreeSet<String>();
    var open = new ArrayDeque<>(ROOTS);
    while (!open.isEmpty()) {
      var name = open.remove();
      if (known.add(name)) {
        all.getOrDefault(name, Map.of())
            .values()
            .forEach(type -> reference(type, all).ifPresent(open::add));
      }
    }
    for (var name : known) {
      lines.append(name);
      all.getOrDefault(name, Map.of())
          .forEach((field, type) -> lines.append(' ').append(field).append(':').append(type));
      lines.append('\n');
    }
    Files.createDirectories(FILE.getParent());
    Files.writeString(FILE, lines);
    System.out.println(known.size() + " types in " + FILE);
  }

  private static java.util.Optional<String> reference(
      String type, Map<String, Map<String, String>> all) {
    var bare = type.replaceAll("[\\[\\]{}]", "");
    return all.containsKey(bare) ? java.util.Optional.of(bare) : java.util.Optional.empty();
  }

  private static Path folder(String module) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder("go", "list", "-m", "-f", "{{.Dir}}", module)
            .directory(Path.of("tools/kubernetes").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("go does not find " + module);
    }
    return Path.of(answer.strip());
  }

  /// By name such as `core/v1.Pod`: the fields by `number:name`.
  private static Map<String, Map<String, String>> messages(String text) {
    var home = PACKAGE.matcher(text);
    if (!home.find()) {
      throw new IllegalStateException("no package");
    }
    var space = space(home.group(1));
    var all = new TreeMap<String, Map<String, String>>();
    MESSAGE
        .matcher(text)
        .results()
        .forEach(
            message -> {
              var fields = new TreeMap<String, String>();
              FIELD
                  .matcher(message.group(2))
                  .results()
                  .forEach(
                      field ->
                          fields.put(
                              field.group(4) + ":" + name(space, message.group(1), field.group(3)),
                              type(field.group(1), field.group(2), space)));
              all.put(space + "." + message.group(1), fields);
            });
    return all;
  }

  private static String name(String space, String message, String field) {
    var isEmbedded =
        field.equals("localObjectReference")
            || EMBEDDED.contains(space + "." + message + "." + field);
    return isEmbedded ? "" : field;
  }

  /// `api.core.v1` and `apimachinery.pkg.apis.meta.v1` by their last two words.
  private static String space(String packageName) {
    var words = packageName.split("\\.");
    return words[words.length - 2] + "/" + words[words.length - 1];
  }

  private static String type(String label, String text, String space) {
    if (text.startsWith("map<")) {
      return "{" + single(text.substring("map<string, ".length(), text.length() - 1), space) + "}";
    }
    var single = single(text, space);
    return "repeated ".equals(label) ? "[" + single + "]" : single;
  }

  private static String single(String text, String space) {
    if (PLAIN.containsKey(text)) {
      return PLAIN.get(text);
    }
    if (!text.startsWith(".")) {
      return PLAIN.getOrDefault(space + "." + text, space + "." + text);
    }
    var dot = text.lastIndexOf('.');
    var name = text.substring(dot + 1);
    var full = space(text.substring(1, dot)) + "." + name;
    return PLAIN.getOrDefault(name, PLAIN.getOrDefault(full, full));
  }
}
