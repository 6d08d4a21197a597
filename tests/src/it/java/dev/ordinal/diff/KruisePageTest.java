package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds the table of scenarios to what [KruiseDifferentialIT] plays and allows.
class KruisePageTest {
  private static final Path PAGE = Path.of("docs/reference/kruise-scenarios.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|.*\\| ([^|]+) \\|$");

  @Test
  void everyScenarioIsListedWithWhetherItDiffers() throws IOException {
    var played = new LinkedHashMap<String, Boolean>();
    var allowed = Allowed.read(KruiseDifferentialIT.ALLOWED);
    KruiseScenarios.all()
        .forEach(each -> played.put(each.name(), allowed.expectsDifference(each.name())));
    var listed = new LinkedHashMap<String, Boolean>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> listed.put(row.group(1), !row.group(2).equals("the same")));

    assertThat(listed).containsExactlyEntriesOf(played);
  }

  @Test
  void scenariosThatArePlayedOftenExist() {
    assertThat(KruiseScenarios.all())
        .extracting(Scenario::name)
        .containsAll(KruiseScenarios.OFTEN)
        .doesNotHaveDuplicates();
  }

  @Test
  void sumsAreRight() throws IOException {
    var allowed = Allowed.read(KruiseDifferentialIT.ALLOWED);
    var all = KruiseScenarios.all();
    var differ = all.stream().filter(each -> allowed.expectsDifference(each.name())).count();

    assertThat(Files.readString(PAGE))
        .contains(
            "%d scenarios: %d the same, %d with a difference that is meant"
                .formatted(all.size(), all.size() - differ, differ))
        .contains("%d of them".formatted(KruiseScenarios.often(allowed).size()));
  }
}
