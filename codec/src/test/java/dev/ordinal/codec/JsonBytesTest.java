package dev.ordinal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {

  @Test
  void everyKindOfValueComesThrough() throws IOException {
    assertThat(read("{\"b\":[1,-2.50e3,\"ü\",true,false,null],\"a\":{}}"))
        .isEqualTo(
            Json.of(
                    "b",
                    Json.of(
                        List.of(
                            new Json.Num("1"),
                            new Json.Num("-2.50e3"),
                            new Json.Str("ü"),
                            new Json.Bool(true),
                            new Json.Bool(false),
                            new Json.Null())))
                .with("a", Json.EMPTY));
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    var text = "{\"a\":[1.0,\"ü\\n\\\"\",null],\"b\":{\"c\":true}}";

    assertThat(new String(JsonBytes.write(read(text)), StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  void hostileNumberCostsNothing() throws IOException {
    assertThat(read("1e999999999")).isEqualTo(new Json.Num("1e999999999"));
  }

  @Test
  void nestingOfOurOwnObjectsIsFine() throws IOException {
    assertThat(read("[".repeat(400) + "]".repeat(400))).isInstanceOf(Json.Arr.class);
  }

  @Test
  void nestingThatWouldCostTheStackIsCutOffAndTheRestSurvives() throws IOException {
    var deep = "[".repeat(100_000) + "]".repeat(100_000);

    assertThat(read("{\"a\":" + deep + ",\"b\":1}"))
        .isInstanceOfSatisfying(
            Json.Obj.class, found -> assertThat(found.find("b")).contains(Json.of(1)));
    assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1", "{\"a\"}", "nope", "{} {}", "1 2", "{\"a\":NaN}", "]"})
  void brokenTextIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
  }

  private static Json read(String text) throws IOException {
    return JsonBytes.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
