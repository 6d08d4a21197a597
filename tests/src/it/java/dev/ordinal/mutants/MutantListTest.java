package dev.ordinal.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The list of bugs follows the code: told at once, and not by the long hunt.
class MutantListTest {
  @Test
  void eachBugCanStillBePlanted() throws IOException {
    for (var mutant : Mutant.read(MutantsIT.LIST)) {
      assertThat(mutant.source()).as(mutant.name()).isNotBlank();
    }
  }

  @Test
  void listIsLongEnough() throws IOException {
    assertThat(Mutant.read(MutantsIT.LIST)).hasSizeGreaterThanOrEqualTo(20).doesNotHaveDuplicates();
  }
}
