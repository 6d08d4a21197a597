package dev.ordinal.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page for those who must approve the permissions lists them as they are.
class SecurityPageTest {
  private static final Path PAGE = Path.of("docs/operations/security.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| ([a-z, ]+) \\| .+ \\|$");

  @Test
  void everyPermissionIsExplainedAndNoOther() throws IOException {
    var granted = new TreeSet<>(Permission.granted("deploy/rbac.yaml", "ordinal-controller"));
    granted.addAll(Permission.granted("deploy/rbac.yaml", "ordinal-leader"));

    assertThat(explained()).isEqualTo(granted);
  }

  private static SortedSet<Permission> explained() throws IOException {
    var found = new TreeSet<Permission>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(
            row -> {
              for (var verb : row.group(2).split(", ")) {
                found.add(new Permission(verb, row.group(1)));
              }
            });
    return found;
  }
}
