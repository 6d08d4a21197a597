package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Endpoint slices follow the pods of their Service.
class EndpointsTest {
  private final SmallCluster cluster = new SmallCluster(2);

  private void service(String more) {
    cluster.post(
        "services",
        "{metadata: {name: web}, spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]%s}}"
            .formatted(more.isEmpty() ? "" : ", " + more));
    cluster.run("1s");
  }

  private List<Json.Obj> endpoints() {
    return cluster.list(SmallCluster.SLICES).stream()
        .flatMap(slice -> slice.items("endpoints").stream())
        .map(Json.Obj.class::cast)
        .toList();
  }

  private static String shown(Json.Obj endpoint) {
    return endpoint.object("targetRef").text("name")
        + " "
        + JsonText.write(endpoint.object("conditions"));
  }

  @Test
  void sliceIsNamedAfterItsServiceAndListsItsPods() {
    cluster.pod("web-0", "app:1", "hostname: web-0, subdomain: web");
    service("");
    cluster.pod("web-1", "app:1", "hostname: web-1, subdomain: other");
    cluster.run("1s");
    assertThat(cluster.list(SmallCluster.SLICES))
        .singleElement()
        .satisfies(
            slice -> {
              assertThat(SimClient.name(slice)).matches("web-[a-z0-9]{5}");
              assertThat(
                      slice.object("metadata").object("labels").text("kubernetes.io/service-name"))
                  .isEqualTo("web");
              assertThat(slice.items("ports")).hasSize(1);
            });
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly(
            "web-0 {\"ready\":true,\"serving\":true,\"terminating\":false}",
            "web-1 {\"ready\":true,\"serving\":true,\"terminating\":false}");
    assertThat(endpoints()).extracting(each -> each.text("hostname")).containsExactly("web-0", "");
  }

  @Test
  void unreadyPodIsListedAsSuch() {
    service("");
    cluster.pod("web-0", "app:never-ready", "");
    cluster.run("1s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":false,\"serving\":false,\"terminating\":false}");
  }

  @Test
  void addressesOfUnreadyPodsArePublishedOnRequest() {
    service("publishNotReadyAddresses: true");
    cluster.pod("web-0", "app:never-ready", "");
    cluster.run("1s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":true,\"serving\":false,\"terminating\":false}");
  }

  @Test
  void goingPodServesUntilItIsGone() {
    service("");
    cluster.pod("web-0", "app:1", "", "sim.ordinal.dev/stop-delay: 10s");
    cluster.run("1s");
    cluster.delete("pods/web-0");
    cluster.run("2s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":false,\"serving\":true,\"terminating\":true}");
    cluster.run("10s");
    assertThat(endpoints()).isEmpty();
  }

  @Test
  void podThatLosesItsLabelIsDropped() {
    service("");
    cluster.pod("web-0", "app:1", "");
    cluster.run("1s");
    assertThat(endpoints()).hasSize(1);
    cluster.merge("pods/web-0", "metadata: {labels: {app: other}}");
    cluster.run("1s");
    assertThat(endpoints()).isEmpty();
  }

  @Test
  void sliceGoesWithItsServiceAndComesBackWhenDeleted() {
    service("");
    cluster.pod("web-0", "app:1", "");
    cluster.run("1s");
    cluster.delete(
        SmallCluster.SLICES + "/" + SimClient.name(cluster.list(SmallCluster.SLICES).getFirst()));
    cluster.merge("pods/web-0", "metadata: {annotations: {sim.ordinal.dev/ready: 'false'}}");
    cluster.run("1s");
    assertThat(endpoints()).hasSize(1);
    cluster.delete("services/web");
    cluster.run("1s");
    assertThat(cluster.list(SmallCluster.SLICES)).isEmpty();
  }

  @Test
  void sliceHoldsAHundredPods() {
    service("");
    for (var i = 0; i < 101; i++) {
      cluster.pod("web-" + i, "app:1", "");
    }
    cluster.run("5s");
    assertThat(cluster.list(SmallCluster.SLICES))
        .extracting(slice -> slice.items("endpoints").size())
        .containsExactlyInAnyOrder(100, 1);
  }

  @Test
  void serviceWithoutSelectorHasNone() {
    cluster.post("services", "{metadata: {name: web}, spec: {ports: [{port: 80}]}}");
    cluster.pod("web-0", "app:1", "");
    cluster.run("1s");
    assertThat(cluster.list(SmallCluster.SLICES)).isEmpty();
  }
}
