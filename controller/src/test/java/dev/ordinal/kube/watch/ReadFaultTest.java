package dev.ordinal.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.http.Api.Peer;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.watch.ReadFault.Kind;
import dev.ordinal.kube.watch.ReadFault.ReadRequest;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadFaultTest {
  private static final Peer PEER = new Peer("https://10.0.0.1:6443", "/home/me/.kube/config");

  private static String refused(int code, String verb, String path, String words) {
    return ReadFault.refused(new ReadRequest(PEER, verb, path), code, words).sentence();
  }

  @Test
  void refusedConnectionAsksWhetherTheServerRuns() {
    var cause =
        new Unreachable(
            "The API server at https://10.0.0.1:6443 refused the connection: is it running?",
            true,
            new ConnectException());

    assertThat(ReadFault.unreachable(cause, Duration.ofSeconds(30)))
        .isEqualTo(
            new ReadFault(
                Kind.UNREACHABLE,
                "The API server at https://10.0.0.1:6443 refused the connection: is it running?"
                    + " Retrying at least every 30 s."));
  }

  @Test
  void expiredCredentialsNameTheirFile() {
    assertThat(refused(401, "list", "/api/v1/pods", "Unauthorized"))
        .isEqualTo(
            "The credentials in /home/me/.kube/config were not accepted (401): they may have"
                + " expired; log in again or give another --kubeconfig.");
  }

  @Test
  void missingRightNamesUserVerbAndScope() {
    assertThat(
            refused(
                403,
                "list",
                "/api/v1/pods",
                "pods is forbidden: User \"jane\" cannot list resource \"pods\""))
        .isEqualTo(
            "User jane may not list pods at the cluster scope (403): apply deploy/rbac.yaml or ask"
                + " for the rights it lists.");
    assertThat(refused(403, "watch", "/apis/apps/v1/namespaces/shop/controllerrevisions", ""))
        .isEqualTo(
            "This user may not watch controllerrevisions.apps in namespace shop (403): apply"
                + " deploy/rbac.yaml or ask for the rights it lists.");
  }

  @Test
  void missingResourceTellsHowToInstallIt() {
    assertThat(refused(404, "list", "/apis/apps.kruise.io/v1beta1/statefulsets", ""))
        .isEqualTo(
            "The resource statefulsets.apps.kruise.io does not exist (404): install it with"
                + " `./ordinal crds | kubectl apply -f -`.");
    assertThat(refused(404, "list", "/api/v1/pods", "")).endsWith("is it a Kubernetes API server?");
  }

  @Test
  void otherRefusalsKeepTheServersMessage() {
    assertThat(refused(500, "list", "/api/v1/pods", "etcd is away"))
        .isEqualTo(
            "The API server at https://10.0.0.1:6443 answered 500 to list pods: etcd is away");
  }
}
