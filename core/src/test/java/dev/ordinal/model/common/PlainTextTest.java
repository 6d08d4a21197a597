package dev.ordinal.model.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
  @Test
  void controlCharactersAreSpelledOut() {
    assertThat(PlainText.of("a\u001b[31mred")).as("colours").isEqualTo("a\\u001b[31mred");
    assertThat(PlainText.of("\u001b]0;x\u0007")).as("title").isEqualTo("\\u001b]0;x\\u0007");
    assertThat(PlainText.of("a\u009b31m")).as("in one byte").isEqualTo("a\\u009b31m");
    assertThat(PlainText.of("a\rb")).as("replaced line").isEqualTo("a\\u000db");
    assertThat(PlainText.of("a\u0000b")).as("zero").isEqualTo("a\\u0000b");
    assertThat(PlainText.of("a\u202eb")).as("from right to left").isEqualTo("a\\u202eb");
  }

  @Test
  void textIsOneLine() {
    assertThat(PlainText.of("denied:\n12:00:00 INFO\tdone"))
        .isEqualTo("denied: 12:00:00 INFO done");
  }

  @Test
  void otherTextStaysAsItIs() {
    assertThat(PlainText.of("größer 大 \ud83d\ude00 \"x\" \\n"))
        .isEqualTo("größer 大 \ud83d\ude00 \"x\" \\n");
    assertThat(PlainText.of("")).isEmpty();
  }

  @Test
  void longTextKeepsItsEnds() {
    var text = "begin " + "x".repeat(1_000_000) + " end";

    assertThat(PlainText.of(text))
        .startsWith("begin xxx")
        .contains("x … x")
        .endsWith("xxx end")
        .hasSizeLessThanOrEqualTo(2_000);
    assertThat(PlainText.of("x".repeat(2_000))).isEqualTo("x".repeat(2_000));
  }

  /// What was written is read again, and must not look like a change.
  @Test
  void plainTextStaysAsItIs() {
    var once = PlainText.of("a\u001bb".repeat(1_000) + "y".repeat(5_000));

    assertThat(PlainText.of(once)).isEqualTo(once);
    assertThat(once.length()).isLessThanOrEqualTo(2_000);
  }

  @Test
  void noCharacterIsCutInHalf() {
    var smiles = "\ud83d\ude00".repeat(3_000);

    assertThat(PlainText.of(smiles).codePoints())
        .noneMatch(each -> each >= 0xd800 && each < 0xe000);
    assertThat(PlainText.of("x" + smiles).codePoints())
        .noneMatch(each -> each >= 0xd800 && each < 0xe000);
  }
}
