package dev.ordinal.ship.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCheckTest {
  @Test
  void noLinkOfTheDocumentationIsDead() throws IOException {
    assertThat(LinkCheck.faults(Path.of(""))).isEmpty();
  }

  @Test
  void deadLinksAndPathsAreFound(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("docs/guide"));
    Files.writeString(root.resolve("docs/guide/there.md"), "# There\n\n## A `flag`, or two\n");
    Files.writeString(
        root.resolve("README.md"),
        """
        # Here
        [fine](docs/guide/there.md#a-flag-or-two), [above](#here), [folder](docs/guide), [web](https://example.org/x)
        [gone](docs/gone.md), [no heading](docs/guide/there.md#gone), [no heading here](#gone)
        `docs/guide/there.md`, `docs/guide/gone.md`, `docs/N.md <file>`
        """);

    assertThat(LinkCheck.faults(root))
        .containsExactlyInAnyOrder(
            "README.md: docs/gone.md leads to docs/gone.md, which does not exist",
            "README.md: docs/guide/there.md#gone: docs/guide/there.md has no such heading",
            "README.md: #gone: README.md has no such heading",
            "README.md: there is no docs/guide/gone.md");
  }
}
