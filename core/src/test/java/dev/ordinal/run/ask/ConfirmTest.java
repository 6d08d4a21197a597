package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.Views;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfirmTest {
  private static final String SET =
      "{metadata: {name: web, namespace: shop, uid: u, %s}, spec: {}}";

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
    View set = Views.set(Yaml.read(SET.formatted(meta)));
    var errand = Errand.of("shop", new Action.ConfirmSet("web", "u", wanted));

    var outcome = errand.take(new Answer.Replied(200, "", Optional.of(set))).orElseThrow();
    assertThat(outcome.getClass().getSimpleName()).isEqualTo(expected);
  }
}
