package dev.ordinal.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetPageTest {
  private static SetPage page(String rules, String pods) {
    return new SetPage(Overviews.of(Picture.of(rules, pods).snapshot(), List.of()));
  }

  private static String pods(int count, String lastState) {
    return IntStream.range(0, count)
        .mapToObj(each -> each + ":v1:" + (each == count - 1 ? lastState : "ready"))
        .collect(Collectors.joining(" "));
  }

  @Test
  void changeOfOnePodSendsOneCell() {
    var before = page("replicas=200 parallel", pods(200, "ready"));
    var after = page("replicas=200 parallel", pods(200, "starting"));
    assertThat(before.whole().items("cells")).hasSize(200);
    assertThat(after.since(before).orElseThrow().items("cells"))
        .singleElement()
        .satisfies(cell -> assertThat(((Json.Obj) cell).text("p")).isEqualTo("web-199"));
  }

  @Test
  void nothingIsSentWhereNothingDiffers() {
    var page = page("replicas=3", pods(3, "ready"));
    assertThat(page("replicas=3", pods(3, "ready")).since(page)).isEmpty();
  }

  @Test
  void podThatIsGoneIsNamed() {
    var before = page("replicas=2", pods(3, "ready"));
    var after = page("replicas=2", pods(2, "ready"));
    assertThat(after.since(before).orElseThrow().items("gone")).containsExactly(Json.of("web-2"));
  }
}
