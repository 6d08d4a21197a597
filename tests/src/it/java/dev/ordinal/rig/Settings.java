package dev.ordinal.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/// Files and command lines of the control plane's components, all below one folder.
record Settings(Path binaries, Path folder, Ports ports) {
  /// One port per server, plus the one that etcd requires for its peers.
  record Ports(int etcd, int peers, int api, int controllers, int scheduler) {}

  /// The health endpoint of a component, and the certificate that it created for itself.
  record Health(String address, Path certificate) {}

  private static final String NATIVE_CONTROLLER = "statefulset-controller";

  private static final List<String> CONTROLLERS =
      List.of(
          "clusterrole-aggregation-controller",
          "deployment-controller",
          "disruption-controller",
          "endpointslice-controller",
          "garbage-collector-controller",
          "namespace-controller",
          "persistentvolume-protection-controller",
          "persistentvolumeclaim-protection-controller",
          "pod-garbage-collector-controller",
          "replicaset-controller",
          "resourcequota-controller",
          "root-ca-certificate-publisher-controller",
          "serviceaccount-controller",
          NATIVE_CONTROLLER);

  private static final String AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: None
        users: ["system:apiserver"]
      - level: Metadata
      """;

  void write() throws IOException, GeneralSecurityException {
    var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    writePem("PRIVATE KEY", keys.getPrivate(), path("accounts.key"));
    writePem("PUBLIC KEY", keys.getPublic(), path("accounts.pub"));
    Files.writeString(path("audit-policy.yaml"), AUDIT_POLICY);
    Files.writeString(path("scheduler.yaml"), schedulerConfig());
    Files.writeString(
        path("tokens.csv"),
        Arrays.stream(User.values())
            .map(user -> "%s,%s,%s,%s".formatted(user.token(), user.login(), user, user.group()))
            .collect(Collectors.joining("\n", "", "\n")));
    for (var user : User.values()) {
      Files.writeString(kubeconfig(user), connection(user));
    }
  }

  private String schedulerConfig() {
    return """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        leaderElection: {leaderElect: false}
        clientConnection: {kubeconfig: %s, qps: 1000, burst: 2000}
        """
        .formatted(kubeconfig(User.SCHEDULER));
  }

  private String connection(User user) {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: rig, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: %3$s, user: {token: %4$s}}]
        contexts: [{name: rig, context: {cluster: rig, user: %3$s}}]
        current-context: rig
        """
        .formatted(server(), certificate(), user.login(), user.token());
  }

  List<String> etcd() {
    var clients = "http://127.0.0.1:" + ports.etcd;
    var peers = "http://127.0.0.1:" + ports.peers;
    return List.of(
        binary("etcd"),
        "--data-dir=" + store(),
        "--listen-client-urls=" + clients,
        "--advertise-client-urls=" + clients,
        "--listen-peer-urls=" + peers,
        "--initial-advertise-peer-urls=" + peers,
        "--initial-cluster=default=" + peers,
        "--unsafe-no-fsync",
        "--log-level=warn");
  }

  List<String> apiServer() {
    return List.of(
        binary("kube-apiserver"),
        "--cert-dir=" + folder,
        "--etcd-servers=http://127.0.0.1:" + ports.etcd,
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.api,
        "--token-auth-file=" + path("tokens.csv"),
        "--authorization-mode=RBAC",
        // On by default in OpenShift: only users with permission to delete an object may set its
        // owners.
        "--enable-admission-plugins=OwnerReferencesPermissionEnforcement",
        "--service-account-issuer=" + server(),
        "--service-account-signing-key-file=" + path("accounts.key"),
        "--service-account-key-file=" + path("accounts.pub"),
        "--service-cluster-ip-range=10.96.0.0/16",
        "--audit-policy-file=" + path("audit-policy.yaml"),
        "--audit-log-path=" + auditLog(),
        // In megabytes: a log that is rotated would be read in part.
        "--audit-log-maxsize=10000",
        "--max-requests-inflight=1000",
        "--max-mutating-requests-inflight=500");
  }

  List<String> controllerManager() {
    return controllerManager(CONTROLLERS);
  }

  /// All but the native controller of StatefulSets.
  List<String> otherControllers() {
    return controllerManager(
        CONTROLLERS.stream().filter(each -> !each.equals(NATIVE_CONTROLLER)).toList());
  }

  private List<String> controllerManager(List<String> controllers) {
    return List.of(
        binary("kube-controller-manager"),
        "--kubeconfig=" + kubeconfig(User.CONTROLLER_MANAGER),
        "--cert-dir=" + path("controllers"),
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.controllers,
        "--controllers=" + String.join(",", controllers),
        "--root-ca-file=" + certificate(),
        "--leader-elect=false",
        "--kube-api-qps=1000",
        "--kube-api-burst=2000");
  }

  /// The native controller of StatefulSets alone, with the flags of [#controllerManager].
  List<String> nativeController() {
    return List.of(
        binary("kube-controller-manager"),
        "--kubeconfig=" + kubeconfig(User.NATIVE),
        "--secure-port=0",
        "--controllers=" + NATIVE_CONTROLLER,
        "--leader-elect=false",
        "--kube-api-qps=1000",
        "--kube-api-burst=2000");
  }

  List<String> scheduler() {
    return List.of(
        binary("kube-scheduler"),
        "--config=" + path("scheduler.yaml"),
        "--cert-dir=" + path("scheduler"),
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.scheduler);
  }

  Health apiServerHealth() {
    return new Health(server() + "/readyz", certificate());
  }

  Health controllerManagerHealth() {
    return new Health(
        "https://127.0.0.1:" + ports.controllers + "/healthz",
        path("controllers/kube-controller-manager.crt"));
  }

  Health schedulerHealth() {
    return new Health(
        "https://127.0.0.1:" + ports.scheduler + "/healthz", path("scheduler/kube-scheduler.crt"));
  }

  String server() {
    return "https://127.0.0.1:" + ports.api;
  }

  /// Self-signed, written by the API server when it starts.
  Path certificate() {
    return path("apiserver.crt");
  }

  Path store() {
    return path("etcd");
  }

  Path backup() {
    return path("etcd-backup");
  }

  Path auditLog() {
    return path("audit.log");
  }

  Path kubeconfig(User user) {
    return path(user.login() + ".kubeconfig");
  }

  String binary(String name) {
    return binaries.resolve(name).toString();
  }

  private Path path(String name) {
    return folder.resolve(name);
  }

  private static void writePem(String kind, Key key, Path file) throws IOException {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, body));
  }
}
