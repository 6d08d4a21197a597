package dev.ordinal.sim.shape;

import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The canonical form of a quantity, which the API server stores: `1024Mi` becomes `1Gi`, `0.5`
/// becomes `500m`.
public final class Quantities {
  private static final Pattern PLAIN = Pattern.compile("0|[1-9]\\d{0,2}(m|Mi|Gi|Ki)?");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL = List.of("", "k", "M", "G", "T", "P", "E");
  private static final List<String> SMALL = List.of("", "m", "u", "n");
  private static final BigInteger KIBI = BigInteger.valueOf(1024);
  private static final BigInteger KILO = BigInteger.valueOf(1000);

  private Quantities() {}

  /// Empty for text that is not a quantity.
  static Optional<String> canonical(String text) {
    if (PLAIN.matcher(text).matches()) {
      return Optional.of(text);
    }
    return Quantity.of(text).map(amount -> shown(amount, text.endsWith("i")));
  }

  /// A quantity as the server prints it, in steps of 1024 where requested and possible.
  public static String shown(BigDecimal amount, boolean isBinary) {
    return isBinary && amount.stripTrailingZeros().scale() <= 0
        ? scaled(amount.toBigIntegerExact(), KIBI, BINARY)
        : decimal(amount);
  }

  private static String decimal(BigDecimal amount) {
    var value = amount;
    for (var unit : SMALL) {
      if (value.stripTrailingZeros().scale() <= 0) {
        return unit.isEmpty()
            ? scaled(value.toBigIntegerExact(), KILO, DECIMAL)
            : value.toBigIntegerExact() + unit;
      }
      value = value.movePointRight(3);
    }
    return value.movePointLeft(3).setScale(0, java.math.RoundingMode.CEILING) + "n";
  }

  private static String scaled(BigInteger value, BigInteger step, List<String> units) {
    var rest = value;
    var unit = 0;
    while (rest.signum() != 0 && rest.mod(step).signum() == 0 && unit < units.size() - 1) {
      rest = rest.divide(step);
      unit++;
    }
    return rest + units.get(unit);
  }
}
