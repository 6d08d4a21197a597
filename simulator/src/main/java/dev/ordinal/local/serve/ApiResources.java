package dev.ordinal.local.serve;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.kind.Resource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What discovery adds to a resource's paths: short names, columns, schema.
final class ApiResources {
  private static final Map<String, Aliases> NATIVE =
      Map.ofEntries(
          Map.entry("/configmaps", Aliases.of("cm")),
          Map.entry("/events", Aliases.of("ev")),
          Map.entry("/namespaces", Aliases.of("ns")),
          Map.entry("/nodes", Aliases.of("no")),
          Map.entry("/persistentvolumeclaims", Aliases.of("pvc")),
          Map.entry("/persistentvolumes", Aliases.of("pv")),
          Map.entry("/pods", new Aliases(List.of("po"), List.of("all"))),
          Map.entry("/resourcequotas", Aliases.of("quota")),
          Map.entry("/serviceaccounts", Aliases.of("sa")),
          Map.entry("/services", new Aliases(List.of("svc"), List.of("all"))),
          Map.entry("apps/daemonsets", Aliases.ofAll("ds")),
          Map.entry("apps/deployments", Aliases.ofAll("deploy")),
          Map.entry("apps/replicasets", Aliases.ofAll("rs")),
          Map.entry("apps/statefulsets", Aliases.ofAll("sts")),
          Map.entry("autoscaling/horizontalpodautoscalers", Aliases.ofAll("hpa")),
          Map.entry("batch/cronjobs", Aliases.ofAll("cj")),
          Map.entry("batch/jobs", new Aliases(List.of(), List.of("all"))),
          Map.entry("policy/poddisruptionbudgets", Aliases.of("pdb")),
          Map.entry("scheduling.k8s.io/priorityclasses", Aliases.of("pc")),
          Map.entry("storage.k8s.io/storageclasses", Aliases.of("sc")),
          Map.entry(
              "apiextensions.k8s.io/customresourcedefinitions",
              new Aliases(List.of("crd", "crds"), List.of("api-extensions"))));

  private static final Pattern VERSION = Pattern.compile("v(\\d+)(?:(alpha|beta)(\\d+))?");

  private final ApiServer server;

  ApiResources(ApiServer server) {
    this.server = server;
  }

  /// Short names and categories.
  record Aliases(List<String> shortNames, List<String> categories) {
    static Aliases of(String shortName) {
      return new Aliases(List.of(shortName), List.of());
    }

    static Aliases ofAll(String shortName) {
      return new Aliases(List.of(shortName), List.of("all"));
    }
  }

  /// Group versions, each group's preferred version first, the core group at the top.
  List<String> groupVersions() {
    return server.registry().served().stream()
        .map(Resource::names)
        .sorted(
            Comparator.comparing(Resource.Names::group)
                .thenComparing(Resource.Names::version, ApiResources::compare))
        .map(Resource.Names::apiVersion)
        .distinct()
        .toList();
  }

  List<Resource> resources(String groupVersion) {
    return server.registry().served().stream()
        .filter(each -> each.names().apiVersion().equals(groupVersion))
        .toList();
  }

  Aliases words(Resource resource) {
    return definition(resource)
        .map(found -> found.object("spec").object("names"))
        .map(names -> new Aliases(texts(names, "shortNames"), texts(names, "categories")))
        .orElseGet(
            () -> NATIVE.getOrDefault(resource.storage(), new Aliases(List.of(), List.of())));
  }

  private static List<String> texts(Json.Obj parent, String name) {
    return parent.items(name).stream().map(each -> ((Json.Str) each).value()).toList();
  }

  String singular(Resource resource) {
    return resource.names().kind().toLowerCase(Locale.ROOT);
  }

  /// The version of a custom resource in its definition.
  Optional<Json.Obj> version(Resource resource) {
    return definition(resource).stream()
        .flatMap(found -> found.object("spec").items("versions").stream())
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("name").equals(resource.names().version()))
        .findFirst();
  }

  List<Json.Obj> printers(Resource resource) {
    return version(resource).stream()
        .flatMap(found -> found.items("additionalPrinterColumns").stream())
        .map(Json.Obj.class::cast)
        .toList();
  }

  private Optional<Json.Obj> definition(Resource resource) {
    if (resource.strategy().hasStrategicMerge()) {
      return Optional.empty();
    }
    var definitions =
        server.registry().require("apiextensions.k8s.io/v1", "customresourcedefinitions");
    var name = resource.names().plural() + "." + resource.names().group();
    return server.store().all(definitions).stream()
        .filter(each -> each.object("metadata").text("name").equals(name))
        .findFirst();
  }

  /// Stable versions before betas before alphas, and newer ones before older ones.
  static int compare(String one, String other) {
    return Comparator.comparingLong(ApiResources::rank)
        .reversed()
        .thenComparing(Comparator.naturalOrder())
        .compare(one, other);
  }

  private static long rank(String version) {
    var match = VERSION.matcher(version);
    if (!match.matches()) {
      return -1;
    }
    var stage = Stream.of("alpha", "beta").toList().indexOf(String.valueOf(match.group(2)));
    var minor = match.group(3) == null ? 0 : Long.parseLong(match.group(3));
    return (stage < 0 ? 2 : stage) * 1_000_000L + Long.parseLong(match.group(1)) * 1_000 + minor;
  }
}
