package dev.ordinal.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.forecast.Forecast;
import dev.ordinal.forecast.Limit;
import dev.ordinal.forecast.PodStep;
import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.json.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecastJsonTest {
  private static PodStep step(int ordinal, Kind kind, int second) {
    return new PodStep("web-" + ordinal, kind, Duration.ofSeconds(second));
  }

  private static Forecast forecast(List<PodStep> steps, Optional<String> trouble) {
    return new Forecast(
        steps,
        List.of(),
        List.of(),
        List.of(
            new Limit(
                "spec.updateStrategy.rollingUpdate.partition", "8", "below it nothing changes")),
        "spec.dnsPolicy changed",
        Duration.ofSeconds(70),
        false,
        trouble,
        false);
  }

  @Test
  void batchesHaveTheirPodsByWhatIsDoneToThem() {
    var steps =
        List.of(
            step(12, Kind.CREATE, 0),
            step(11, Kind.CREATE, 0),
            step(9, Kind.REPLACE, 0),
            step(10, Kind.REPLACE, 0),
            step(8, Kind.IN_PLACE, 20));
    assertThat(JsonText.write(ForecastJson.of(forecast(steps, Optional.empty()), 9)))
        .isEqualTo(
            """
            {"batches":[\
            {"at":0,"groups":[\
            {"count":2,"kind":"create","pods":["web-11","web-12"],"restarts":false,"word":"create"},\
            {"count":2,"kind":"replace","pods":["web-10","web-9"],"restarts":true,"word":"replace"}]},\
            {"at":20,"groups":[\
            {"count":1,"kind":"in_place","pods":["web-8"],"restarts":true,"word":"in place"}]}],\
            "because":"spec.dnsPolicy changed","count":2,"created":2,"cut":false,"deleted":0,\
            "lasts":70,"limits":["partition 8 (below it nothing changes)"],"restarts":3,"underWay":false,"untouched":6}""");
  }

  @Test
  void tenThousandPodsAreASummary() {
    var steps =
        IntStream.range(0, 10_000)
            .mapToObj(each -> step(9_999 - each, Kind.REPLACE, each / 500 * 10))
            .toList();
    var json = JsonText.write(ForecastJson.of(forecast(steps, Optional.empty()), 10_000));
    assertThat(json)
        .contains("\"count\":20,")
        .contains("\"count\":500,")
        .contains("\"last\":\"web-9500\",\"pods\":[\"web-9999\",\"web-9998\",\"web-9997\"]")
        .contains("\"untouched\":0")
        .hasSizeLessThan(5_000);
  }

  @Test
  void onlyTheFirstBatchesAreShownAndAllAreCounted() {
    var steps =
        IntStream.range(0, 1_000)
            .mapToObj(each -> step(999 - each, Kind.REPLACE, each * 10))
            .toList();
    var json = ForecastJson.of(forecast(steps, Optional.empty()), 1_000);
    assertThat(json.items("batches")).hasSize(60);
    assertThat(JsonText.write(json)).contains("\"count\":1000,");
  }

  @Test
  void whatItWaitsForAtTheEndIsPlainText() {
    var trouble = Optional.of("image x\u001b[31m cannot be pulled");
    assertThat(ForecastJson.of(forecast(List.of(), trouble), 3).text("trouble"))
        .startsWith("image x")
        .doesNotContain("\u001b");
  }
}
