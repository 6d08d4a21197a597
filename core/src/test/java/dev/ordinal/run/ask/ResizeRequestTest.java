package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizeRequestTest {
  private static ApiRequest check() {
    return ApiRequest.of("shop", new Action.CheckResize("web-0", Json.EMPTY));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          200 |                                                            | Checked     | Done
          400 | admission webhook "a" denied the request: no               | Refused     | Refused
          400 | admission webhook "a" does not support dry run             | Checked     | Refused
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
    var resize = ApiRequest.of("shop", new Action.ResizePod("web-0", Json.EMPTY));

    assertThat(outcome(check(), code, words)).isEqualTo(checked);
    assertThat(outcome(resize, code, words)).isEqualTo(resized);
  }

  private static String outcome(ApiRequest request, int code, String message) {
    return request
        .replied(code, message == null ? "" : message, Optional.empty())
        .getClass()
        .getSimpleName();
  }

  /// A dry run that got lost has changed nothing: nothing has to be read again.
  @Test
  void lostDryRunNeedsNoConfirmation() {
    assertThat(check().lost("timeout", true)).isEqualTo(new Outcome.Unreachable("timeout", false));
    assertThat(check().replied(500, "broken", Optional.empty()))
        .isEqualTo(new Outcome.Unreachable("broken", false));
  }

  @Test
  void resizeIsCheckedByADryRunOfItself() {
    assertThat(check().verb()).isEqualTo(ApiRequest.Verb.DRY_RUN);
    assertThat(check().path()).isEqualTo(new ApiRequest.Path(Kind.POD, "shop", "web-0", "/resize"));
    assertThat(check().body()).isEqualTo(Json.EMPTY);
  }
}
