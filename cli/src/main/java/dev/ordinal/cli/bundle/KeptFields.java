package dev.ordinal.cli.bundle;

import java.util.Set;

/// The fields whose texts a bug report has: names, kinds, times, quantities, choices among fixed
/// words, and the messages of the cluster. No field that users fill with texts of their own.
final class KeptFields {
  private KeptFields() {}

  static final Set<String> NAMES =
      Set.of(
          // Objects and references to them.
          "apiVersion", "kind", "name", "namespace", "generateName", "uid", "resourceVersion",
          "controller", "finalizers", "names", "fieldPath", "resource", "apiGroup", "nodeName",
          "serviceName", "storageClassName", "volumeName", "claimName", "runtimeClassName",
          "priorityClassName", "schedulerName", "preemptionPolicy", "topologyKey",
          // Times.
          "creationTimestamp", "deletionTimestamp", "firstTimestamp", "lastTimestamp", "eventTime",
          "lastTransitionTime", "lastProbeTime", "lastUpdateTime", "startTime", "startedAt",
          "finishedAt", "completionTime", "since", "time", "timestamp",
          // What there is and what is wanted.
          "image", "imageID", "containerID", "imagePullPolicy", "restartPolicy", "dnsPolicy",
          "terminationMessagePolicy", "protocol", "storage", "accessModes", "volumeMode", "qosClass",
          "provisioner", "reclaimPolicy", "volumeBindingMode", "effect", "operator", "key", "values",
          "whenUnsatisfiable", "resizePolicy", "resourceName",
          // Our spec.
          "podManagementPolicy", "podUpdatePolicy", "maxUnavailable", "maxSurge", "partition",
          "whenDeleted", "whenScaled", "reserveOrdinals", "orderedKey", "weight",
          "finalizersHandler", "parallelism", "completionPolicy", "deletePolicy", "pullPolicy",
          // Status.
          "type", "status", "reason", "message", "phase", "state", "target", "pod", "hold",
          "currentRevision", "updateRevision", "revision", "labelSelector", "resize", "action",
          "reportingComponent", "reportingController", "component", "failedNodes",
          // Versions of the cluster.
          "gitVersion", "platform", "goVersion");
}
