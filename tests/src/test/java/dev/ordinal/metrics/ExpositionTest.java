package dev.ordinal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The parser accepts what the format allows, and nothing else.
class ExpositionTest {
  @Test
  void valuesAndEscapesAreRead() {
    var parsed =
        Exposition.parse(
            """
            # HELP a_total Some.
            # TYPE a_total counter
            a_total{x="q\\"b\\\\n\\n",y=""} 1.5e3
            a_total 2
            """);
    assertThat(parsed.find("a_total", "x", "q\"b\\n\n")).hasValue(1500.0);
    assertThat(parsed.find("a_total")).hasValue(1500.0);
    assertThat(parsed.samples()).hasSize(2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          value without a type     | a 1
          duplicate                | # HELP a A.~# TYPE a gauge~a 1~a 2
          duplicate by label order | # HELP a A.~# TYPE a gauge~a{x="1",y="2"} 1~a{y="2",x="1"} 2
          no help                  | # TYPE a gauge~a 1
          unknown type             | # HELP a A.~# TYPE a info~a 1
          counter without total    | # HELP a A.~# TYPE a counter~a 1
          unknown escape           | # HELP a A.~# TYPE a gauge~a{x="\\t"} 1
          open label               | # HELP a A.~# TYPE a gauge~a{x="1} 1
          lines apart              | # HELP a A.~# TYPE a gauge~# HELP b B.~# TYPE b gauge~a 1
          no number                | # HELP a A.~# TYPE a gauge~a one
          """)
  void mistakesAreFound(String why, String text) {
    assertThatThrownBy(() -> Exposition.parse(text.replace("~", "\n") + "\n"))
        .as(why)
        .isInstanceOf(AssertionError.class);
  }
}
