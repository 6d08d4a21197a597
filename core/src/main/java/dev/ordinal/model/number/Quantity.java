package dev.ordinal.model.number;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// An amount as Kubernetes writes it, for comparing: `1Gi`, `500M`, `250m`, `1073741824`, `2e3`.
public final class Quantity {
  private static final Pattern FORM =
      Pattern.compile("([+-]?[0-9.]{1,30}(?:[eE][+-]?\\d{1,2})?)(\\D*)");

  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("n", new BigDecimal("0.000000001")),
          Map.entry("u", new BigDecimal("0.000001")),
          Map.entry("m", new BigDecimal("0.001")),
          Map.entry("", BigDecimal.ONE),
          Map.entry("k", BigDecimal.TEN.pow(3)),
          Map.entry("M", BigDecimal.TEN.pow(6)),
          Map.entry("G", BigDecimal.TEN.pow(9)),
          Map.entry("T", BigDecimal.TEN.pow(12)),
          Map.entry("P", BigDecimal.TEN.pow(15)),
          Map.entry("E", BigDecimal.TEN.pow(18)),
          Map.entry("Ki", BigDecimal.TWO.pow(10)),
          Map.entry("Mi", BigDecimal.TWO.pow(20)),
          Map.entry("Gi", BigDecimal.TWO.pow(30)),
          Map.entry("Ti", BigDecimal.TWO.pow(40)),
          Map.entry("Pi", BigDecimal.TWO.pow(50)),
          Map.entry("Ei", BigDecimal.TWO.pow(60)));

  private Quantity() {}

  /// Empty for text that is not a quantity.
  public static Optional<BigDecimal> of(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(UNITS.get(form.group(2)))
          .map(new BigDecimal(form.group(1))::multiply);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// Whether both are quantities and the left one is smaller.
  public static boolean isLess(String left, String right) {
    var amount = of(left);
    return amount.isPresent()
        && of(right).filter(other -> other.compareTo(amount.get()) > 0).isPresent();
  }

  /// Whether two texts are the same quantity; other text equals only itself.
  public static boolean isSame(String left, String right) {
    var amount = of(left);
    return left.equals(right)
        || (amount.isPresent()
            && of(right).filter(other -> other.compareTo(amount.get()) == 0).isPresent());
  }
}
