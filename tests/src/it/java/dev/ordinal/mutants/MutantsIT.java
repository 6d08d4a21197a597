package dev.ordinal.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The laws and the final checks of the scenarios find planted bugs.
@Isolated("it takes all there is of the machine")
class MutantsIT {
  static final Path LIST = Path.of("tests/src/it/resources/mutants/mutants.txt");
  private static final int SEEDS = 2000;

  @TempDir Path folder;

  /// All of them, or with `-Dmutant=word` those whose name has it.
  static List<Mutant> mutants() throws IOException {
    var word = System.getProperty("mutant", "");
    return Mutant.read(LIST).stream().filter(each -> each.name().contains(word)).toList();
  }

  /// Otherwise a fault would show nothing about the bug.
  @Test
  void withoutBugAllEndsWell() throws Exception {
    assertThat(Workshop.play(folder, 200)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void bugIsFound(Mutant mutant) throws Exception {
    var fault = Workshop.play(Workshop.build(mutant, folder), SEEDS);
    assertThat(fault).as(mutant.name()).isPresent();
    System.out.printf(
        "%-55s seed %4d: %s%n", mutant.name(), fault.get().seed(), fault.get().words());
  }
}
