package dev.ordinal.web.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldDiffTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          nothing differs      | {"a":1}                          | {"a":1}                          | []
          a value              | {"a":{"b":1}}                    | {"a":{"b":2}}                    | [{"after":"2","before":"1","path":"a.b"}]
          a field comes        | {}                               | {"a":"x"}                        | [{"after":"x","before":"","path":"a"}]
          a field goes         | {"a":true}                       | {}                               | [{"after":"","before":"true","path":"a"}]
          containers by name   | {"c":[{"name":"x","i":1},{"name":"y","i":1}]} | {"c":[{"name":"y","i":2},{"name":"x","i":1}]} | [{"after":"2","before":"1","path":"c[y].i"}]
          lists without names  | {"c":["x"]}                      | {"c":["x","y"]}                  | [{"after":"[\\"x\\",\\"y\\"]","before":"[\\"x\\"]","path":"c"}]
          """)
  void diff(String why, String before, String after, String expected) throws IOException {
    assertThat(JsonText.write(FieldDiff.of(json(before), json(after)))).isEqualTo(expected);
  }

  private static Json json(String text) throws IOException {
    return JsonBytes.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
