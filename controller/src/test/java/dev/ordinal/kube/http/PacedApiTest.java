package dev.ordinal.kube.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.http.Api.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacedApiTest {
  @ParameterizedTest
  @CsvSource({
    "/api/v1/namespaces/shop/pods, GET /api/v1/namespaces/shop/pods",
    "/api/v1/namespaces/shop/pods?dryRun=All, GET /api/v1/namespaces/shop/pods",
    "/api/v1/namespaces/shop/pods/web-0/status, GET /api/v1/namespaces/shop/pods",
    "/apis/apps.kruise.io/v1beta1/namespaces/shop/statefulsets/web/status,"
        + "GET /apis/apps.kruise.io/v1beta1/namespaces/shop/statefulsets"
  })
  void laneIsOfOneNamespaceVerbAndResource(String path, String lane) {
    assertThat(PacedApi.lane(Request.get(path))).isEqualTo(lane);
  }

  @ParameterizedTest
  @CsvSource({"/api/v1/namespaces/shop/pods, POST /api/v1/namespaces/shop/pods"})
  void verbsHaveLanesOfTheirOwn(String path, String lane) {
    assertThat(PacedApi.lane(Request.post(path, "{}"))).isEqualTo(lane);
  }
}
