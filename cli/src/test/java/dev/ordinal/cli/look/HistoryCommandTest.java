package dev.ordinal.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.option.Screen;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The list of revisions, whatever the width of the terminal.
class HistoryCommandTest {
  private static List<String> lines(int columns) {
    var set =
        Overviews.of(
            Picture.of("replicas=2 template=v2 revisions=v1,v2", "0:v1:ready 1:v2:ready")
                .snapshot(),
            List.of());
    var out = new PrintWriter(Writer.nullWriter());
    return HistoryCommand.lines(new Screen(out, true, false, new Screen.Size(columns, 24)), set);
  }

  @Test
  void narrowTerminalShowsTheImagesToo() {
    var wide = lines(200);
    assertThat(wide).hasSize(3).first().asString().contains("AGE", "IMAGES");

    var narrow = lines(40);
    assertThat(narrow).hasSize(5).allMatch(line -> line.length() <= 40);
    assertThat(narrow.getFirst()).doesNotContain("IMAGES");
    var image = wide.get(1).replaceFirst(".*\\s", "");
    assertThat(narrow.get(2)).isEqualTo("  " + image);
  }
}
