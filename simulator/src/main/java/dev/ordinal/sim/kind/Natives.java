package dev.ordinal.sim.kind;

import dev.ordinal.sim.kind.Resource.Features;
import dev.ordinal.sim.kind.Resource.Names;
import dev.ordinal.sim.kind.pod.Pods;
import dev.ordinal.sim.kind.strategy.Strategy;
import java.util.List;
import java.util.stream.Stream;

/// The native kinds that the server serves.
final class Natives {
  private static final Features PLAIN = Features.PLAIN;
  private static final Features WITH_STATUS = PLAIN.parts("status");

  private static final Features POD =
      PLAIN
          .parts("status", "resize", "binding", "eviction")
          .deletedReturned()
          .fields(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "status.phase",
              "status.podIP",
              "status.nominatedNodeName");
  private static final Features EVENT =
      PLAIN
          .createdByUpdate()
          .fields(
              "involvedObject.kind",
              "involvedObject.namespace",
              "involvedObject.name",
              "involvedObject.uid",
              "involvedObject.apiVersion",
              "involvedObject.resourceVersion",
              "involvedObject.fieldPath",
              "reportingComponent",
              "source",
              "reason",
              "type");

  private Natives() {}

  static List<Resource> all() {
    return Stream.of(ofCluster(), ofStorage(), ofNamespaces(), ofGroups(), StoredOnlyKinds.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Resource> ofCluster() {
    return List.of(
        cluster(
            new Names("", "v1", "namespaces", "Namespace"),
            PLAIN.parts("status", "finalize").deletedReturned().fields("status.phase"),
            new Namespaces(Native.of("Namespace"))),
        cluster(
            new Names("", "v1", "nodes", "Node"),
            WITH_STATUS.fields("spec.unschedulable"),
            Native.of("Node").withStatus()),
        cluster(
            new Names(
                "apiextensions.k8s.io",
                "v1",
                "customresourcedefinitions",
                "CustomResourceDefinition"),
            WITH_STATUS.versionNeeded(),
            Native.of("CustomResourceDefinition").withStatus()));
  }

  private static List<Resource> ofStorage() {
    return List.of(
        cluster(
            new Names("", "v1", "persistentvolumes", "PersistentVolume"),
            WITH_STATUS.deletedReturned(),
            new PersistentVolumes(
                Native.of("PersistentVolume").defaulted(NativeRules::volume).withStatus())),
        core(
            "persistentvolumeclaims",
            "PersistentVolumeClaim",
            WITH_STATUS.deletedReturned(),
            new Claims()),
        cluster(
            new Names("storage.k8s.io", "v1", "storageclasses", "StorageClass"),
            PLAIN.deletedReturned(),
            Native.of("StorageClass").defaulted(NativeRules::storageClass)));
  }

  private static List<Resource> ofNamespaces() {
    return List.of(
        core("pods", "Pod", POD, new Pods()),
        core(
            "podtemplates",
            "PodTemplate",
            PLAIN.deletedReturned(),
            Native.of("PodTemplate").defaulted(Pods::template)),
        core(
            "configmaps",
            "ConfigMap",
            PLAIN,
            Native.of("ConfigMap").checked(NativeRules::configMap)),
        core(
            "secrets",
            "Secret",
            PLAIN.fields("type"),
            Native.of("Secret").defaulted(NativeRules::secret)),
        core(
            "services",
            "Service",
            WITH_STATUS.deletedReturned().createdByUpdate(),
            Native.of("Service").defaulted(NativeRules::service).withStatus()),
        core(
            "serviceaccounts",
            "ServiceAccount",
            PLAIN.deletedReturned(),
            Native.of("ServiceAccount")),
        core(
            "resourcequotas",
            "ResourceQuota",
            WITH_STATUS.deletedReturned(),
            Native.of("ResourceQuota").withStatus()),
        core("events", "Event", EVENT, Native.of("Event")));
  }

  private static List<Resource> ofGroups() {
    return List.of(
        cluster(
            new Names("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"),
            PLAIN,
            Native.of("PriorityClass").defaulted(NativeRules::priorityClass)),
        cluster(
            new Names("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass"),
            PLAIN,
            Native.of("RuntimeClass")),
        new Resource(
            new Names("apps", "v1", "controllerrevisions", "ControllerRevision"),
            true,
            PLAIN,
            Native.of("ControllerRevision").checked(NativeRules::revision)),
        new Resource(
            new Names("coordination.k8s.io", "v1", "leases", "Lease"),
            true,
            PLAIN.createdByUpdate().versionNeeded(),
            Native.of("Lease")),
        new Resource(
            new Names("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"),
            true,
            PLAIN,
            Native.of("EndpointSlice")),
        new Resource(
            new Names("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget"),
            true,
            WITH_STATUS.versionNeeded(),
            Native.of("PodDisruptionBudget").withStatus()));
  }

  private static Resource core(String plural, String kind, Features traits, Strategy strategy) {
    return new Resource(new Names("", "v1", plural, kind), true, traits, strategy);
  }

  private static Resource cluster(Names names, Features traits, Strategy strategy) {
    return new Resource(names, false, traits, strategy);
  }
}
