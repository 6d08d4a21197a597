package dev.ordinal.cli;

import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the numbers of options; a refusal says which numbers are allowed.
final class Numbers {
  private Numbers() {}

  /// How many nodes a cluster may have.
  static final class Nodes implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 1, 1000);
    }
  }

  /// A port, or 0 for any.
  static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return (int) whole(word, 0, 65535);
    }
  }

  /// A source of random numbers.
  static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return whole(word, Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  /// How much faster than real time a cluster's time may pass.
  static final class Speed implements ITypeConverter<Double> {
    @Override
    public Double convert(String word) {
      return find(word, Double::valueOf)
          .filter(number -> number >= 0.01 && number <= 1000)
          .orElseThrow(() -> refusal(word, "a number between 0.01 and 1000"));
    }
  }

  private static long whole(String word, long least, long most) {
    return find(word, Long::valueOf)
        .filter(number -> number >= least && number <= most)
        .orElseThrow(
            () -> refusal(word, "a whole number between %d and %d".formatted(least, most)));
  }

  private static <N> Optional<N> find(String word, Function<String, N> parser) {
    try {
      return Optional.of(parser.apply(word));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static TypeConversionException refusal(String word, String allowed) {
    return new TypeConversionException("'%s' is not %s".formatted(word, allowed));
  }
}
