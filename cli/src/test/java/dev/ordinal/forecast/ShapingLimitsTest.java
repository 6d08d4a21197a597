package dev.ordinal.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.FeatureGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The limits that are named below the batches: those that mattered, and no others.
class ShapingLimitsTest {
  /// `replace web-2, replace web-1 > replace web-0` are two batches.
  private static List<PodStep> steps(String drawn) {
    var steps = new ArrayList<PodStep>();
    var at = Duration.ZERO;
    for (var batch : drawn.isEmpty() ? new String[0] : drawn.split(" > ")) {
      for (var step : batch.split(", ")) {
        var words = step.split(" ");
        steps.add(new PodStep(words[1], Kind.valueOf(words[0].toUpperCase(Locale.ROOT)), at));
      }
      at = at.plusSeconds(10);
    }
    return steps;
  }

  private static String limits(String spec, String drawn, boolean isUpdate) {
    var manifest =
        """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web, namespace: shop}
        spec:
          serviceName: web
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: app, image: "app:1"}]}
          %s
        """
            .formatted(spec.replace("; ", "\n  "));
    var set = new SetParser(FeatureGate.defaults()).parse(Yaml.read(manifest));
    assertThat(set.faults()).isEmpty();
    return ShapingLimits.of(set.spec(), Forecast.batches(steps(drawn)), isUpdate).stream()
        .map(Limit::words)
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          one after the other | replicas: 3 | replace web-2 > replace web-1 > replace web-0 | maxUnavailable 1 (at most 1 pod is down), podManagementPolicy OrderedReady (each pod waits for the one before)
          all at once         | replicas: 2; podManagementPolicy: Parallel; updateStrategy: {rollingUpdate: {maxUnavailable: 2}} | replace web-1, replace web-0 | ``
          labels alone        | replicas: 3; minReadySeconds: 5 | metadata web-2, metadata web-1, metadata web-0 | ``
          a percentage        | replicas: 5; podManagementPolicy: Parallel; updateStrategy: {rollingUpdate: {maxUnavailable: 40%}} | in_place web-4, in_place web-3 > in_place web-2, in_place web-1 > in_place web-0 | maxUnavailable 40% (at most 2 pods are down)
          young pods          | replicas: 2; podManagementPolicy: Parallel; minReadySeconds: 7 | replace web-1 > replace web-0 | maxUnavailable 1 (at most 1 pod is down), minReadySeconds 7 (a pod is available 7 s after it is ready)
          partition           | replicas: 3; updateStrategy: {rollingUpdate: {partition: 2}} | replace web-2 | partition 2 (2 pods keep the older template)
          partition above all | replicas: 1; updateStrategy: {rollingUpdate: {partition: 4}} | `` | partition 4 (1 pod keeps the older template)
          paused              | replicas: 3; updateStrategy: {rollingUpdate: {paused: true, partition: 1}} | `` | paused true (no pod is updated)
          by hand             | replicas: 3; updateStrategy: {type: OnDelete} | `` | OnDelete
          priorities          | replicas: 2; podManagementPolicy: Parallel; updateStrategy: {rollingUpdate: {unorderedUpdate: {priorityStrategy: {orderPriority: [{orderedKey: tier}]}}}} | replace web-0 > replace web-1 | maxUnavailable 1 (at most 1 pod is down), unorderedUpdate (labels decide which pod is next)
          """)
  void updateNamesWhatShapedIt(String why, String spec, String steps, String expected) {
    var found = limits(spec, steps, true);
    assertThat(found.replace("type OnDelete (a pod is updated when it is deleted)", "OnDelete"))
        .as(why)
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          in order            | replicas: 3 | create web-1 > create web-2 | podManagementPolicy OrderedReady (each pod waits for the one before)
          one is no order     | replicas: 2 | create web-1 | ``
          at once             | replicas: 3; podManagementPolicy: Parallel; minReadySeconds: 9 | create web-1, create web-2 | ``
          reserved            | replicas: 2; reserveOrdinals: [1, "5-7"] | create web-2 | `reserveOrdinals 1,5-7 (left out)`
          reserved, untouched | replicas: 2; reserveOrdinals: [1] | `` | ``
          scale strategy      | replicas: 3; podManagementPolicy: Parallel; scaleStrategy: {maxUnavailable: 1} | create web-1 > create web-2 | maxUnavailable 1 (at most 1 pod is not available)
          partition           | replicas: 3; updateStrategy: {rollingUpdate: {partition: 2}} | create web-2 | ``
          promotion           | replicas: 3; updateStrategy: {rollingUpdate: {partition: 1}} | replace web-1 | partition 1 (1 pod keeps the older template)
          paused              | replicas: 3; updateStrategy: {rollingUpdate: {paused: true}} | create web-2 | ``
          """)
  void otherChangesNameWhatShapedThem(String why, String spec, String steps, String expected) {
    assertThat(limits(spec, steps, false)).as(why).isEqualTo(expected);
  }
}
