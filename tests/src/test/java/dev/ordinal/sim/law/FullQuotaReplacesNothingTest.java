package dev.ordinal.sim.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Action.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullQuotaReplacesNothingTest {
  private static final String BIGGER = "resources: {requests: {cpu: '2'}}";

  private static LawFixture fixture(String policy, String container) {
    var set =
        """
        {spec: {updateStrategy: {rollingUpdate: {podUpdatePolicy: %s}},
          template: {spec: {containers: [{name: app, image: 'app:1', %s}]}}}}
        """
            .formatted(policy, container);
    var fixture = new LawFixture(new FullQuotaReplacesNothing(), set).has(0);
    fixture.history.isQuotaFull = true;
    return fixture;
  }

  @Test
  void podThatCouldBeResizedIsNotReplaced() {
    assertThat(fixture("InPlaceIfPossible", BIGGER).delete(0, Cause.UPDATE))
        .contains("web-0 is replaced, and the quota has no room for its successor");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ReCreate          | resources: {requests: {cpu: '2'}}
          InPlaceIfPossible | resources: {limits: {cpu: '2'}}
          InPlaceIfPossible | command: [sh]
          """)
  void whatCannotBeResizedMayBeReplaced(String policy, String container) {
    assertThat(fixture(policy, container).delete(0, Cause.UPDATE)).isEmpty();
  }

  @Test
  void requestThatIsRemovedNeedsANewPod() {
    assertThat(fixtureFrom("memory: 1Gi").delete(0, Cause.UPDATE)).isEmpty();
    assertThat(fixtureFrom("cpu: '1'").delete(0, Cause.UPDATE)).isPresent();
  }

  /// A set whose pod has these requests, and which is to have more CPU and no other request.
  private static LawFixture fixtureFrom(String requests) {
    var fixture = fixture("InPlaceIfPossible", BIGGER + ", workingDir: '/'");
    var container = "app:1', resources: {requests: {%s}}, workingDir: '/".formatted(requests);
    return fixture.revision("v1", 1, container);
  }

  @Test
  void scaleDownMayDelete() {
    assertThat(fixture("InPlaceIfPossible", BIGGER).delete(0, Cause.SCALE_DOWN)).isEmpty();
  }
}
