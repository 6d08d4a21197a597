package dev.ordinal.plan.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.volume.GrowthTable.State;
import dev.ordinal.plan.volume.GrowthTable.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every row is visited: each line is a template, a claim (as `ClaimSketch` reads it), the row and
/// what is done.
class GrowthTableTest {
  private static final String VISITS =
      """
      no claim                        | data:2Gi          | -                          | ABSENT NOTHING
      claim that goes                 | data:2Gi          | 1Gi:terminating            | TERMINATING NOTHING
      size that is none               | data:2GB          | 1Gi                        | SIZE_UNREADABLE HOLD
      other class                     | data:2Gi:gold     | 1Gi                        | CLASS_DIFFERS HOLD
      other class of the same size    | data:1Gi:gold     | 1Gi                        | CLASS_DIFFERS HOLD
      no class instead of one         | data:1Gi:         | 1Gi                        | CLASS_DIFFERS HOLD
      other mode                      | data:1Gi:fast:RWX | 1Gi:mode=RWO               | MODES_DIFFER HOLD
      new claim, not bound yet        | data:2Gi          | 2Gi:unbound                | BINDING NOTHING
      equal size                      | data:2Gi          | 2Gi                        | FITS NOTHING
      equal size, written otherwise   | data:2048Mi       | 2Gi                        | FITS NOTHING
      same class and mode             | data:2Gi:fast:RWX | 2Gi:mode=RWX               | FITS NOTHING
      claim never shrinks             | data:1Gi          | 2Gi                        | FITS NOTHING
      slow class, and nothing to do   | data:1Gi          | 1Gi:class=slow             | FITS NOTHING
      someone asked for more          | data:1Gi          | 5Gi/1Gi                    | FITS NOTHING
      template without a size         | data              | 1Gi                        | FITS NOTHING
      file system has to follow       | data:2Gi          | 2Gi/1Gi:pending            | FILE_SYSTEM_PENDING NOTHING
      asked for                       | data:2Gi          | 2Gi/1Gi                    | GROWING WAIT
      on its way                      | data:2Gi          | 2Gi/1Gi:resizing           | GROWING WAIT
      driver in trouble               | data:2Gi          | 2Gi/1Gi:error              | GROWING WAIT
      asked for more, has less        | data:2Gi          | 5Gi/1Gi                    | GROWING WAIT
      small and not bound             | data:2Gi          | 1Gi:unbound                | UNBOUND HOLD
      small and lost                  | data:2Gi          | 1Gi:lost                   | UNBOUND HOLD
      claim without a class           | data:2Gi          | 1Gi:class=                 | CLASSLESS HOLD
      class that is gone              | data:2Gi          | 1Gi:class=gold             | CLASS_MISSING HOLD
      class that forbids it           | data:2Gi          | 1Gi:class=slow             | CLASS_RIGID HOLD
      small                           | data:2Gi          | 1Gi                        | SMALL GROW
      small, class given              | data:2Gi:fast     | 1Gi                        | SMALL GROW
      small, file system pending      | data:3Gi          | 2Gi/1Gi:pending            | SMALL GROW
      small while it grows            | data:3Gi          | 2Gi/1Gi:resizing           | SMALL GROW
      """;

  static Stream<String[]> visits() {
    return VISITS
        .lines()
        .map(line -> Stream.of(line.split("\\|")).map(String::strip).toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("visits")
  void eachClaimHasItsRow(String why, String template, String claim, String expected) {
    assertThat(shown(row("grow", template, claim))).isEqualTo(expected);
  }

  @Test
  void classesThatWeMayNotReadAreNotMissing() {
    assertThat(shown(row("grow hiddenClasses", "data:2Gi", "1Gi")))
        .isEqualTo("CLASSES_HIDDEN HOLD");
    assertThat(shown(row("grow hiddenClasses", "data:2Gi", "2Gi"))).isEqualTo("FITS NOTHING");
  }

  @Test
  void everyRowIsVisited() {
    var visited =
        Stream.concat(
            visits().map(line -> row("grow", line[1], line[2]).state()),
            Stream.of(row("grow hiddenClasses", "data:2Gi", "1Gi").state()));

    assertThat(visited).contains(State.values());
    assertThat(GrowthTable.ROWS).extracting(GrowthTable.Row::state).containsExactly(State.values());
  }

  @ParameterizedTest
  @CsvSource({"2147483648, GROW", "1073741824, NOTHING"})
  void sizeMayBeANumber(String size, Step expected) {
    var requests = Json.of("requests", Json.of("storage", new Json.Num(size)));
    var body = Json.of("spec", Json.of("resources", requests));
    var seen = Picture.of("grow", "").claims("data-web-0:1Gi").snapshot();
    var wanted = WantedClaim.of(new ClaimTemplate("data", body));

    assertThat(
            GrowthTable.find(
                    new ClaimComparison(
                        wanted, "data-web-0", seen.claims().stream().findFirst(), seen.classes()))
                .step())
        .isEqualTo(expected);
  }

  private static String shown(GrowthTable.Row row) {
    return row.state() + " " + row.step();
  }

  private static GrowthTable.Row row(String rules, String template, String claim) {
    var sized = claim.equals("-") ? "" : "data-web-0:" + claim;
    var seen = Picture.of(rules + " claims=" + template, "").claims(sized).snapshot();
    var wanted = WantedClaim.of(seen.set().spec().claimTemplates().getFirst());
    return GrowthTable.find(
        new ClaimComparison(
            wanted, "data-web-0", seen.claims().stream().findFirst(), seen.classes()));
  }
}
