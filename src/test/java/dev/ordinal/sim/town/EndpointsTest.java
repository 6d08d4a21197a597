package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Endpoint slices follow the pods of their Service.
class EndpointsTest {
  private final Village village = new Village(2);

  private void service(String more) {
    village.post(
        "services",
        "{metadata: {name: web}, spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]%s}}"
            .formatted(more.isEmpty() ? "" : ", " + more));
    village.run("1s");
  }

  private List<Json.Obj> endpoints() {
    return village.list(Village.SLICES).stream()
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
    village.pod("web-0", "app:1", "hostname: web-0, subdomain: web");
    service("");
    village.pod("web-1", "app:1", "hostname: web-1, subdomain: other");
    village.run("1s");
    assertThat(village.list(Village.SLICES))
        .singleElement()
        .satisfies(
            slice -> {
              assertThat(Office.name(slice)).matches("web-[a-z0-9]{5}");
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
    village.pod("web-0", "app:never-ready", "");
    village.run("1s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":false,\"serving\":false,\"terminating\":false}");
  }

  @Test
  void addressesOfUnreadyPodsArePublishedOnRequest() {
    service("publishNotReadyAddresses: true");
    village.pod("web-0", "app:never-ready", "");
    village.run("1s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":true,\"serving\":false,\"terminating\":false}");
  }

  @Test
  void goingPodServesUntilItIsGone() {
    service("");
    village.pod("web-0", "app:1", "", "sim.ordinal.dev/stop-delay: 10s");
    village.run("1s");
    village.delete("pods/web-0");
    village.run("2s");
    assertThat(endpoints())
        .extracting(EndpointsTest::shown)
        .containsExactly("web-0 {\"ready\":false,\"serving\":true,\"terminating\":true}");
    village.run("10s");
    assertThat(endpoints()).isEmpty();
  }

  @Test
  void podThatLosesItsLabelIsDropped() {
    service("");
    village.pod("web-0", "app:1", "");
    village.run("1s");
    assertThat(endpoints()).hasSize(1);
    village.merge("pods/web-0", "metadata: {labels: {app: other}}");
    village.run("1s");
    assertThat(endpoints()).isEmpty();
  }

  @Test
  void sliceGoesWithItsServiceAndComesBackWhenDeleted() {
    service("");
    village.pod("web-0", "app:1", "");
    village.run("1s");
    village.delete(Village.SLICES + "/" + Office.name(village.list(Village.SLICES).getFirst()));
    village.merge("pods/web-0", "metadata: {annotations: {sim.ordinal.dev/ready: 'false'}}");
    village.run("1s");
    assertThat(endpoints()).hasSize(1);
    village.delete("services/web");
    village.run("1s");
    assertThat(village.list(Village.SLICES)).isEmpty();
  }

  @Test
  void sliceHoldsAHundredPods() {
    service("");
    for (var i = 0; i < 101; i++) {
      village.pod("web-" + i, "app:1", "");
    }
    village.run("5s");
    assertThat(village.list(Village.SLICES))
        .extracting(slice -> slice.items("endpoints").size())
        .containsExactlyInAnyOrder(100, 1);
  }

  @Test
  void serviceWithoutSelectorHasNone() {
    village.post("services", "{metadata: {name: web}, spec: {ports: [{port: 80}]}}");
    village.pod("web-0", "app:1", "");
    village.run("1s");
    assertThat(village.list(Village.SLICES)).isEmpty();
  }
}
