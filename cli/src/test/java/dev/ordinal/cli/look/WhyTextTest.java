package dev.ordinal.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.option.Screen;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.why.Explanations;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhyTextTest {
  private static List<String> why(int columns, String rules, String pods) {
    var set = Overviews.of(Picture.of(rules, pods).snapshot(), List.of());
    var out = new PrintWriter(Writer.nullWriter());
    var screen = new Screen(out, true, false, new Screen.Size(columns, 24));
    return new WhyText(screen).lines(set, Explanations.of(set));
  }

  @Test
  void whatEndsTheSameWaitIsToldOnce() {
    assertThat(why(100, "replicas=2 paused template=v2 revisions=v1,v2", "0:v1:ready 1:v1:ready"))
        .endsWith(
            "web-0 is not updated: the update is paused until rollingUpdate.paused is false",
            "web-1 is not updated: the update is paused until rollingUpdate.paused is false",
            "  ends when rollingUpdate.paused is false",
            "  run: ordinal resume web -n shop");
  }

  @Test
  void sentencesFitANarrowTerminal() {
    assertThat(why(60, "replicas=3", "0:v1:ready 1:v1:pull"))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
  }
}
