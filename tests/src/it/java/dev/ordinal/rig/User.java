package dev.ordinal.rig;

/// A user of the API server. One per component, so that the audit log tells them apart.
public enum User {
  ADMIN("admin", "system:masters"),
  CONTROLLER_MANAGER("kube-controller-manager", "system:masters"),
  SCHEDULER("kube-scheduler", "system:masters"),
  KUBELET("kubelet-rig", "system:masters"),
  KRUISE("kruise-manager", "system:masters"),
  /// The native controller alone, in a process of its own, for benchmarks.
  NATIVE("statefulset-controller", "system:masters"),
  /// The controller under test, with the permissions of `deploy/rbac.yaml` only.
  ORDINAL("ordinal", "ordinal:controllers"),
  /// A second controller beside it, with the same permissions.
  STANDBY("ordinal-standby", "ordinal:controllers");

  private final String login;
  private final String group;

  User(String login, String group) {
    this.login = login;
    this.group = group;
  }

  /// The name that the audit log shows.
  public String login() {
    return login;
  }

  String group() {
    return group;
  }

  /// The servers listen on loopback during one run: the token only tells users apart.
  public String token() {
    return login + "-token";
  }
}
