package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.HoldReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// For each reason the page tells what it means, what to look at and what to do.
class TroubleshootingPageTest {
  private static final Path PAGE = Path.of("docs/operations/troubleshooting.md");
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?m)^## `(\\w+)`( ⚠)?\\n"
              + "\\n"
              + "- \\*\\*Means\\*\\*: .+\\n"
              + "- \\*\\*Look at\\*\\*: .+\\n"
              + "- \\*\\*Do\\*\\*: .+\\n");

  @Test
  void everyReasonHasItsEntryAndNoOther() throws IOException {
    var reasons =
        Arrays.stream(HoldReason.class.getPermittedSubclasses()).map(Class::getSimpleName);

    assertThat(ENTRY.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(reasons.toList());
  }

  /// Both pages mark the same reasons as those that wait for a user.
  @Test
  void marksAreThoseOfTheReference() throws IOException {
    var marked = Pattern.compile("(?m)^\\| `(\\w+)` ⚠ ");
    var reference = Files.readString(Path.of("docs/reference/holds.md"));

    assertThat(
            ENTRY
                .matcher(Files.readString(PAGE))
                .results()
                .filter(found -> found.group(2) != null)
                .map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            marked.matcher(reference).results().map(found -> found.group(1)).toList());
  }
}
