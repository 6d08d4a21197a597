package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfirmTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the generation that was seen | generation: 4 | 4 | Done
          another generation           | generation: 3 | 4 | Conflict
          any generation               | generation: 3 |   | Done
          a set that is being deleted  | generation: 4, deletionTimestamp: '2026-01-01T08:00:00Z' | 4 | Conflict
          """)
  void setIsTheOneThatWasSeen(String why, String meta, Long generation, String expected) {
    var wanted = generation == null ? OptionalLong.empty() : OptionalLong.of(generation);
    View set =
        new SetParser(FeatureGate.defaults())
            .parse(
                Yaml.read(
                    "{metadata: {name: web, namespace: shop, uid: u, " + meta + "}, spec: {}}"));
    var errand = Errand.of("shop", new Action.ConfirmSet("web", "u", wanted));

    var outcome = errand.take(new Answer.Replied(200, "", Optional.of(set))).orElseThrow();
    assertThat(outcome.getClass().getSimpleName()).isEqualTo(expected);
  }
}
