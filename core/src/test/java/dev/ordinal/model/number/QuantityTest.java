package dev.ordinal.model.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "1Gi, 1073741824",
    "1.5Gi, 1610612736",
    "500M, 500000000",
    "1000m, 1",
    "2e3, 2000",
    "1E, 1e18",
    "0.5, 500m",
    "1Ei, 1152921504606846976",
    "100n, 0.0000001",
    "+5, 5"
  })
  void readsEveryUnit(String left, String right) {
    assertThat(Quantity.isSame(left, right)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1Gi, 1G", "1, 1m", "10Gi, 20Gi"})
  void tellsDifferentAmountsApart(String left, String right) {
    assertThat(Quantity.isSame(left, right)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Gi", "1 Gi", "1XB", "1e999999999", "..", "1-2", "--1", "1.2.3"})
  void whatIsNoAmountIsNone(String text) {
    assertThat(Quantity.of(text)).isEmpty();
    assertThat(Quantity.isSame(text, text)).isTrue();
    assertThat(Quantity.isSame(text, "1")).isFalse();
  }
}
