package dev.ordinal.sim.api;

import java.util.random.RandomGenerator;

/// Uids and suffixes of generated names, from a generator that the caller seeds.
final class IdGenerator {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final String HEX = "0123456789abcdef";

  private final RandomGenerator generator;

  IdGenerator(RandomGenerator generator) {
    this.generator = generator;
  }

  /// A random uid of version 4.
  String uid() {
    var high = (generator.nextLong() & ~0xf000L) | 0x4000L;
    var low = (generator.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    var text = new StringBuilder(36);
    append(text, high, 60, 32);
    append(text.append('-'), high, 28, 16);
    append(text.append('-'), high, 12, 0);
    append(text.append('-'), low, 60, 48);
    append(text.append('-'), low, 44, 0);
    return text.toString();
  }

  private static void append(StringBuilder text, long bits, int from, int to) {
    for (var shift = from; shift >= to; shift -= 4) {
      text.append(HEX.charAt((int) (bits >>> shift) & 0xf));
    }
  }

  String suffix() {
    var text = new StringBuilder(5);
    for (var i = 0; i < 5; i++) {
      text.append(LETTERS.charAt(generator.nextInt(LETTERS.length())));
    }
    return text.toString();
  }
}
