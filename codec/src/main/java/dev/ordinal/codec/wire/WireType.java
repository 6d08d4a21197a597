package dev.ordinal.codec.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a value is written in protobuf: its form, and for a message the numbers of the fields that
/// our readers ask for. All others are stepped over.
public final class WireType {
  /// The types of Kubernetes by its names and numbers, which never change. `n` is a number or a
  /// truth value, `s` a text, `t` a time, `q` a quantity, `j` JSON in bytes, `o` an object with its
  /// kind, and braces are a map. The fields of a message without a name are those of its parent.
  static final String TABLE =
      """
      WatchEvent 1:type:s 2:object:o
      TypeMeta 2:kind:s
      Status 3:message:s 6:code:n
      ListMeta 2:resourceVersion:s 3:continue:s
      ObjectMeta 1:name:s 3:namespace:s 5:uid:s 6:resourceVersion:s 7:generation:n \
      8:creationTimestamp:t 9:deletionTimestamp:t 11:labels:{s} 12:annotations:{s} \
      13:ownerReferences:OwnerReference 14:finalizers:s
      OwnerReference 1:kind:s 3:name:s 4:uid:s 5:apiVersion:s 6:controller:n
      Pod 1:metadata:ObjectMeta 2:spec:PodSpec 3:status:PodStatus
      PodSpec 1:volumes:Volume 2:containers:Container 10:nodeName:s 20:initContainers:Container \
      28:readinessGates:PodReadinessGate
      Volume 1:name:s 2::VolumeSource
      VolumeSource 10:persistentVolumeClaim:PersistentVolumeClaimVolumeSource
      PersistentVolumeClaimVolumeSource 1:claimName:s
      Container 1:name:s 2:image:s 8:resources:ResourceRequirements
      ResourceRequirements 1:limits:{q} 2:requests:{q}
      PodReadinessGate 1:conditionType:s
      PodStatus 1:phase:s 2:conditions:PodCondition 8:containerStatuses:ContainerStatus \
      10:initContainerStatuses:ContainerStatus
      PodCondition 1:type:s 2:status:s 4:lastTransitionTime:t 5:reason:s 6:message:s
      ContainerStatus 1:name:s 2:state:ContainerState 3:lastState:ContainerState 4:ready:n \
      5:restartCount:n 6:image:s 7:imageID:s 8:containerID:s 11:resources:ResourceRequirements
      ContainerState 1:waiting:ContainerStateWaiting 3:terminated:ContainerStateTerminated
      ContainerStateWaiting 1:reason:s 2:message:s
      ContainerStateTerminated 1:exitCode:n 3:reason:s 4:message:s
      PersistentVolumeClaim 1:metadata:ObjectMeta 2:spec:PersistentVolumeClaimSpec \
      3:status:PersistentVolumeClaimStatus
      PersistentVolumeClaimSpec 1:accessModes:s 2:resources:VolumeResourceRequirements \
      5:storageClassName:s
      VolumeResourceRequirements 2:requests:{q}
      PersistentVolumeClaimStatus 1:phase:s 3:capacity:{q} \
      4:conditions:PersistentVolumeClaimCondition
      PersistentVolumeClaimCondition 1:type:s 2:status:s 4:lastTransitionTime:t
      ControllerRevision 1:metadata:ObjectMeta 2:data:j 3:revision:n
      Node 1:metadata:ObjectMeta 3:status:NodeStatus
      NodeStatus 4:conditions:NodeCondition
      NodeCondition 1:type:s 2:status:s
      StorageClass 1:metadata:ObjectMeta 6:allowVolumeExpansion:n
      """;

  /// The forms that readers tell apart.
  public enum Form {
    NUMBER,
    TEXT,
    TIME,
    QUANTITY,
    JSON,
    OBJECT,
    TEXTS,
    QUANTITIES,
    MESSAGE
  }

  public record Field(String name, WireType type) {}

  private static final Map<String, WireType> TYPES = types();

  private final Form form;
  private @Nullable Field[] fields = {};

  private WireType(Form form) {
    this.form = form;
  }

  private static Map<String, WireType> types() {
    var types = new HashMap<String, WireType>();
    types.put("n", new WireType(Form.NUMBER));
    types.put("s", new WireType(Form.TEXT));
    types.put("t", new WireType(Form.TIME));
    types.put("q", new WireType(Form.QUANTITY));
    types.put("j", new WireType(Form.JSON));
    types.put("o", new WireType(Form.OBJECT));
    types.put("{s}", new WireType(Form.TEXTS));
    types.put("{q}", new WireType(Form.QUANTITIES));
    TABLE.lines().forEach(line -> define(line.split(" "), types));
    return Map.copyOf(types);
  }

  private static void define(String[] words, Map<String, WireType> types) {
    var last = words[words.length - 1].split(":")[0];
    var fields = new @Nullable Field[Integer.parseInt(last) + 1];
    for (var i = 1; i < words.length; i++) {
      var parts = words[i].split(":");
      fields[Integer.parseInt(parts[0])] = new Field(parts[1], get(parts[2], types));
    }
    get(words[0], types).fields = fields;
  }

  private static WireType get(String name, Map<String, WireType> types) {
    return types.computeIfAbsent(name, _ -> new WireType(Form.MESSAGE));
  }

  public static WireType of(String name) throws MalformedBytes {
    var type = TYPES.get(name);
    if (type == null) {
      throw new MalformedBytes("an object of the unexpected kind " + name);
    }
    return type;
  }

  public boolean is(Form other) {
    return form == other;
  }

  /// The field with this number; null if no reader asks for it.
  public @Nullable Field field(int number) {
    return number < fields.length ? fields[number] : null;
  }
}
