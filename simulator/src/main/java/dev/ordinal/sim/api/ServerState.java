package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.kind.strategy.Strategy.ClusterContext;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The state that all requests share: resources, store, random numbers and admission checks.
final class ServerState {
  private static final String V1 = "v1";
  private static final String STORAGE_V1 = "storage.k8s.io/v1";
  private static final String SCHEDULING_V1 = "scheduling.k8s.io/v1";
  private static final String CLASSES = "storageclasses";
  private static final String PRIORITIES = "priorityclasses";
  private static final Map<String, String> VERSIONS =
      Map.of(CLASSES, STORAGE_V1, PRIORITIES, SCHEDULING_V1, "runtimeclasses", "node.k8s.io/v1");
  private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

  private final Registry registry;
  private final IdGenerator ids;
  private final ObjectStore store = new ObjectStore();
  private final List<Admission> admissions = new ArrayList<>();
  private final Resource namespaces;

  ServerState(Registry registry, IdGenerator ids) {
    this.registry = registry;
    this.ids = ids;
    this.namespaces = registry.require(V1, "namespaces");
  }

  Registry registry() {
    return registry;
  }

  ObjectStore store() {
    return store;
  }

  IdGenerator ids() {
    return ids;
  }

  void add(Admission admission) {
    admissions.add(admission);
  }

  void admit(Request request, Json.Obj object) {
    for (var admission : admissions) {
      var refusal = admission.admit(request, object);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
    }
  }

  /// Nothing is created in a namespace that does not exist or is terminating.
  void requireNamespace(Request.Target target, String name) {
    if (!target.resource().isNamespaced()) {
      return;
    }
    var namespace = target.namespace();
    var found =
        store
            .find(namespaces, "", namespace)
            .orElseThrow(() -> Refusal.notFound(new Subject("", "namespaces", namespace)));
    if (found.object("metadata").find("deletionTimestamp").isPresent()) {
      throw Refusal.forbidden(
              target.resource().subject(name),
              "unable to create new content in namespace %s because it is being terminated"
                  .formatted(namespace))
          .because(
              "NamespaceTerminating",
              "namespace " + namespace + " is being terminated",
              "metadata.namespace");
    }
  }

  /// The cluster as a strategy sees it at a given time.
  ClusterContext at(Instant now) {
    return new ClusterContext() {
      @Override
      public Instant now() {
        return now;
      }

      @Override
      public Optional<Json.Obj> find(String plural, String namespace, String name) {
        return store.find(
            registry.require(VERSIONS.getOrDefault(plural, V1), plural), namespace, name);
      }

      @Override
      public Optional<String> defaultClass() {
        var classes = registry.require(STORAGE_V1, CLASSES);
        return store.objects(classes, "").values().stream()
            .map(each -> each.object("metadata"))
            .filter(meta -> meta.object("annotations").text(DEFAULT_CLASS).equals("true"))
            .map(meta -> meta.text("name"))
            .findFirst();
      }

      @Override
      public Optional<Json.Obj> defaultPriority() {
        var classes = registry.require(SCHEDULING_V1, PRIORITIES);
        return store.objects(classes, "").values().stream()
            .filter(each -> each.find("globalDefault").equals(Optional.of(Json.of(true))))
            .min(Comparator.comparingLong(ServerState::priority));
      }

      @Override
      public String suffix() {
        return ids.suffix();
      }
    };
  }

  private static long priority(Json.Obj priorityClass) {
    return priorityClass.find("value").orElse(Json.of(0)) instanceof Json.Num(var digits)
        ? Long.parseLong(digits)
        : 0;
  }

  /// Times are stored in whole seconds.
  static Json time(Instant now) {
    return Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
