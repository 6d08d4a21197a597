package dev.ordinal.sim.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.TestServer;
import org.junit.jupiter.api.Test;

/// Owners and dependents beyond what the script against the real server shows.
class GarbageCollectorTest {
  private final TestServer shop = new TestServer();

  private String map(String name, String owners) {
    var reply =
        shop.post(
            "configmaps", "metadata: {name: %s, ownerReferences: [%s]}".formatted(name, owners));
    return reply.body().object("metadata").text("uid");
  }

  private static String owner(String name, String uid) {
    return "{apiVersion: v1, kind: ConfigMap, name: %s, uid: %s, blockOwnerDeletion: true}"
        .formatted(name, uid);
  }

  @Test
  void oneOfTwoOwnersIsEnough() {
    var one = map("one", "");
    var two = map("two", "");
    map("dep", owner("one", one) + ", " + owner("two", two));

    shop.delete("configmaps/one", "");
    shop.settle();
    assertThat(shop.names("configmaps")).contains("dep");

    shop.delete("configmaps/two", "");
    shop.settle();
    assertThat(shop.names("configmaps")).doesNotContain("dep");
  }

  @Test
  void chainGoesFromTheRootDown() {
    var root = map("root", "");
    var middle = map("middle", owner("root", root));
    map("leaf", owner("middle", middle));

    shop.delete("configmaps/root", "");
    shop.settle();

    assertThat(shop.names("configmaps")).containsExactly("kube-root-ca.crt");
  }

  @Test
  void foregroundGoesFromTheLeavesUp() {
    var root = map("root", "");
    var middle = map("middle", owner("root", root));
    map("leaf", owner("middle", middle));
    shop.merge("configmaps/leaf", "metadata: {finalizers: [example.com/hold]}");

    shop.delete("configmaps/root", "propagationPolicy: Foreground");
    shop.settle();
    assertThat(shop.names("configmaps")).contains("root", "middle", "leaf");

    shop.merge("configmaps/leaf", "metadata: {finalizers: null}");
    shop.settle();
    assertThat(shop.names("configmaps")).containsExactly("kube-root-ca.crt");
  }

  @Test
  void dependentThatDoesNotBlockIsNotWaitedFor() {
    var root = map("root", "");
    map("dep", owner("root", root).replace("true", "false"));
    shop.merge("configmaps/dep", "metadata: {finalizers: [example.com/hold]}");

    shop.delete("configmaps/root", "propagationPolicy: Foreground");
    shop.settle();

    assertThat(shop.names("configmaps")).doesNotContain("root").contains("dep");
    assertThat(shop.get("configmaps/dep").body().object("metadata").find("deletionTimestamp"))
        .isPresent();
  }

  @Test
  void ownerOfTheSameNameIsAnother() {
    var first = map("owner", "");
    shop.delete("configmaps/owner", "propagationPolicy: Background");
    shop.settle();
    map("owner", "");
    map("dep", owner("owner", first));
    shop.settle();

    assertThat(shop.names("configmaps")).contains("owner").doesNotContain("dep");
  }

  @Test
  void claimWaitsForThePodThatUsesIt() {
    shop.post(
        "persistentvolumeclaims",
        "{metadata: {name: www}, spec: {accessModes: [ReadWriteOnce], resources: {requests:"
            + " {storage: 1Gi}}}}");
    shop.post(
        "pods",
        "{metadata: {name: p}, spec: {nodeName: n, containers: [{name: app, image: a}], volumes:"
            + " [{name: www, persistentVolumeClaim: {claimName: www}}]}}");

    shop.delete("persistentvolumeclaims/www", "");
    shop.settle();
    assertThat(shop.names("persistentvolumeclaims")).containsExactly("www");

    shop.delete("pods/p", "gracePeriodSeconds: 0");
    shop.settle();
    assertThat(shop.names("persistentvolumeclaims")).isEmpty();
  }

  @Test
  void namespaceEndsWhenItIsEmpty() {
    map("held", "");
    shop.merge("configmaps/held", "metadata: {finalizers: [example.com/hold]}");

    shop.delete("/api/v1/namespaces/shop", "");
    shop.settle();
    assertThat(shop.get("/api/v1/namespaces/shop").body().object("status").text("phase"))
        .isEqualTo("Terminating");

    shop.merge("configmaps/held", "metadata: {finalizers: null}");
    shop.settle();
    assertThat(shop.get("/api/v1/namespaces/shop").body().find("code")).contains(Json.of(404));
  }
}
