package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Json;
import dev.ordinal.plan.Action;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizeErrandTest {
  private static Errand check() {
    return Errand.of("shop", new Action.CheckResize("web-0", Json.EMPTY));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          200 |                                                            | Judged      | Done
          400 | admission webhook "a" denied the request: no               | Refused     | Refused
          400 | admission webhook "a" does not support dry run             | Judged      | Refused
          401 | Unauthorized                                               | Unreachable | Unreachable
          403 | pods "web-0" is forbidden: maximum cpu usage per Pod is 1  | Refused     | Refused
          403 | pods "web-0" is forbidden: exceeded quota: full, requested | Unreachable | Unreachable
          404 | pods "web-0" not found                                     | Gone        | Gone
          404 | the API server answered 404                                | Refused     | Refused
          405 | the server does not allow this method                      | Refused     | Refused
          409 | the object has been modified                               | Conflict    | Conflict
          422 | Pod "web-0" is invalid: Pod QOS Class may not change       | Refused     | Refused
          429 | too many requests                                          | Unreachable | Unreachable
          500 | etcdserver: leader changed                                 | Unreachable | Unreachable
          """)
  void answer(int code, String words, String checked, String resized) {
    var reply = new Answer.Replied(code, words == null ? "" : words, Optional.empty());
    var resize = Errand.of("shop", new Action.ResizePod("web-0", Json.EMPTY));

    assertThat(check().take(reply).orElseThrow().getClass().getSimpleName()).isEqualTo(checked);
    assertThat(resize.take(reply).orElseThrow().getClass().getSimpleName()).isEqualTo(resized);
  }

  /// A dry run that got lost has changed nothing: nothing has to be read again.
  @Test
  void lostDryRunLeavesNoDoubt() {
    assertThat(check().take(new Answer.Lost("timeout", true)))
        .contains(new Outcome.Unreachable("timeout", false));
    assertThat(check().take(new Answer.Replied(500, "broken", Optional.empty())))
        .contains(new Outcome.Unreachable("broken", false));
  }

  @Test
  void resizeIsCheckedByADryRunOfItself() {
    assertThat(check().call())
        .isEqualTo(new Call(Call.Verb.DRY_RUN, Kind.POD, "shop", "web-0", "/resize", Json.EMPTY));
  }
}
