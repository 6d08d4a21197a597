package dev.ordinal.web.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditsTest {
  private static final String SET =
      """
      {"metadata":{"uid":"u1","generation":4},"spec":{"replicas":3,
       "updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":2}},
       "template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"side","image":"s:1"},{"name":"app","image":"a:1"}]}}}}
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"verb":"pause"}                                        | {"op":"add","path":"/spec/updateStrategy/rollingUpdate/paused","value":true}
          {"verb":"resume"}                                       | {"op":"add","path":"/spec/updateStrategy/rollingUpdate/paused","value":false}
          {"verb":"promote","partition":0}                        | {"op":"add","path":"/spec/updateStrategy/rollingUpdate/partition","value":0}
          {"verb":"scale","replicas":7}                           | {"op":"add","path":"/spec/replicas","value":7}
          {"verb":"set-image","container":"app","image":"a:2"}    | {"op":"add","path":"/spec/template/spec/containers/1/image","value":"a:2"}
          {"verb":"restart"}                                      | {"op":"add","path":"/spec/template/metadata","value":{"annotations":{"kubectl.kubernetes.io/restartedAt":"now"},"labels":{"app":"web"}}}
          """)
  void eachChangeWritesItsFieldOfTheSetThatWasSeen(String asked, String expected)
      throws IOException {
    var steps = Edits.of(SetChange.of(json(asked), "now"), json(SET), List.of());
    assertThat(steps.items().stream().map(JsonText::write))
        .containsExactly(
            "{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u1\"}",
            "{\"op\":\"test\",\"path\":\"/metadata/generation\",\"value\":4}",
            expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"verb":"delete-everything"}                          | There is no such change.
          {"verb":"scale","replicas":-1}                        | The replicas is a number from 0 up.
          {"verb":"scale","replicas":"3"}                       | The replicas is a number from 0 up.
          {"verb":"set-image","container":"app","image":"a b"}  | An image is a name without spaces, such as nginx:1.27.
          {"verb":"set-image","image":"a:2"}                    | The container is missing.
          """)
  void wrongChangeIsRefused(String asked, String sentence) {
    assertThatThrownBy(() -> SetChange.of(json(asked), "now")).hasMessage(sentence);
  }

  @Test
  void setThatUsersUpdateThemselvesIsNotPaused() throws IOException {
    var set = json(SET.replace("RollingUpdate\"", "OnDelete\""));
    assertThatThrownBy(() -> Edits.of(new SetChange.Pause(true), set, List.of()))
        .hasMessageContaining("OnDelete");
  }

  private static Json.Obj json(String text) throws IOException {
    return JsonBytes.readObject(text.getBytes(StandardCharsets.UTF_8));
  }
}
