package dev.ordinal.sim.shape;

import java.util.Set;

/// Where Go keeps an empty text because the field is a pointer, and where it drops a zero or false
/// because it is none. The published schema does not tell, so the fields are listed.
final class Pointers {
  static final Set<String> TEXTS =
      Set.of(
          "PersistentVolumeClaimSpec.storageClassName",
          "HostPathVolumeSource.type",
          "TypedLocalObjectReference.apiGroup",
          "LeaseSpec.holderIdentity");

  static final Set<String> PLAIN_NUMBERS =
      Set.of(
          "ObjectMeta.generation",
          "PodSpec.hostNetwork",
          "PodSpec.hostPID",
          "PodSpec.hostIPC",
          "Container.stdin",
          "Container.stdinOnce",
          "Container.tty",
          "ContainerPort.hostPort",
          "VolumeMount.readOnly",
          "PersistentVolumeClaimVolumeSource.readOnly",
          "Probe.initialDelaySeconds",
          "Probe.timeoutSeconds",
          "Probe.periodSeconds",
          "Probe.successThreshold",
          "Probe.failureThreshold",
          "NodeSpec.unschedulable",
          "PodStatus.observedGeneration",
          "PodCondition.observedGeneration",
          "ContainerStateTerminated.signal",
          "Event.count",
          "ServiceSpec.publishNotReadyAddresses",
          "ServiceSpec.healthCheckNodePort",
          "ServicePort.nodePort",
          "StatefulSetSpec.minReadySeconds",
          "StatefulSetStatus.observedGeneration",
          "StatefulSetStatus.readyReplicas",
          "StatefulSetStatus.currentReplicas",
          "StatefulSetStatus.updatedReplicas",
          "StatefulSetStatus.availableReplicas");

  private Pointers() {}
}
