package dev.ordinal.sim;

import java.math.BigDecimal;
import java.util.Map;

/// An amount of storage as Kubernetes writes it, for comparing: `1Gi`, `500M`, `1073741824`.
final class Quantity {
  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("m", new BigDecimal("0.001")),
          Map.entry("k", BigDecimal.TEN.pow(3)),
          Map.entry("M", BigDecimal.TEN.pow(6)),
          Map.entry("G", BigDecimal.TEN.pow(9)),
          Map.entry("T", BigDecimal.TEN.pow(12)),
          Map.entry("Ki", BigDecimal.TWO.pow(10)),
          Map.entry("Mi", BigDecimal.TWO.pow(20)),
          Map.entry("Gi", BigDecimal.TWO.pow(30)),
          Map.entry("Ti", BigDecimal.TWO.pow(40)));

  private Quantity() {}

  static BigDecimal of(String text) {
    var digits = text.replaceFirst("[A-Za-z]+$", "");
    var unit = UNITS.get(text.substring(digits.length()));
    if (unit == null || digits.isEmpty()) {
      throw new IllegalArgumentException("not an amount of storage: " + text);
    }
    return new BigDecimal(digits).multiply(unit);
  }
}
