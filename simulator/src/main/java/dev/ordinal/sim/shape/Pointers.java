package dev.ordinal.sim.shape;

import java.util.Set;

/// Fields whose empty text Go keeps because they are pointers, and fields whose zero or false it
/// drops because they are not. The published schema does not tell, so they are listed.
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
