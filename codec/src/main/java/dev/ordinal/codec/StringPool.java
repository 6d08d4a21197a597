package dev.ordinal.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Returns equal short texts as one `String`: label keys, image names and reasons repeat in every
/// pod.
///
/// Bounded, because users choose the texts of labels: a fixed number of slots, the newer text wins.
/// Threads may share a pool; a lost race costs one extra copy of a text and nothing else.
public final class StringPool {
  private static final int LONGEST = 256;

  private final @Nullable String[] slots;

  public StringPool() {
    this(4096);
  }

  StringPool(int size) {
    slots = new @Nullable String[Integer.highestOneBit(size)];
  }

  /// The text in `chars`, allocated only when the pool does not hold it.
  String text(char[] chars, int start, int length) {
    if (length == 0) {
      return "";
    }
    if (length > LONGEST) {
      return new String(chars, start, length);
    }
    var slot = hash(chars, start, length) & (slots.length - 1);
    var held = slots[slot];
    if (held != null && isSame(held, chars, start, length)) {
      return held;
    }
    var fresh = new String(chars, start, length);
    slots[slot] = fresh;
    return fresh;
  }

  /// The text in `bytes`, as UTF-8.
  String text(byte[] bytes, int start, int length) {
    if (length == 0) {
      return "";
    }
    if (length > LONGEST) {
      return new String(bytes, start, length, StandardCharsets.UTF_8);
    }
    var hash = length;
    var seen = 0;
    for (var i = start; i < start + length; i++) {
      hash = 31 * hash + bytes[i];
      seen |= bytes[i];
    }
    if (seen < 0) {
      return text(new String(bytes, start, length, StandardCharsets.UTF_8));
    }
    var slot = (hash ^ (hash >>> 16)) & (slots.length - 1);
    var held = slots[slot];
    if (held != null && isSame(held, bytes, start, length)) {
      return held;
    }
    var fresh = new String(bytes, start, length, StandardCharsets.US_ASCII);
    slots[slot] = fresh;
    return fresh;
  }

  String text(String text) {
    return text(text.toCharArray(), 0, text.length());
  }

  private static int hash(char[] chars, int start, int length) {
    var hash = length;
    for (var i = start; i < start + length; i++) {
      hash = 31 * hash + chars[i];
    }
    return hash ^ (hash >>> 16);
  }

  private static boolean isSame(String held, byte[] bytes, int start, int length) {
    if (held.length() != length) {
      return false;
    }
    for (var i = 0; i < length; i++) {
      if (held.charAt(i) != bytes[start + i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(String held, char[] chars, int start, int length) {
    if (held.length() != length) {
      return false;
    }
    for (var i = 0; i < length; i++) {
      if (held.charAt(i) != chars[start + i]) {
        return false;
      }
    }
    return true;
  }
}
