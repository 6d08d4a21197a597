package dev.ordinal.kube.admit;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes the few forms of ASN.1 that a certificate consists of.
final class Der {
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int EXPLICIT = 0xa0;
  private static final int CHOICE = 0x80;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SHORT_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... items) {
    return item(SEQUENCE, items);
  }

  static byte[] set(byte[]... items) {
    return item(SET, items);
  }

  /// A context tag around a whole value.
  static byte[] explicit(int number, byte[] value) {
    return item(EXPLICIT | number, value);
  }

  /// A context tag in place of the value's own.
  static byte[] choice(int number, byte[] content) {
    return item(CHOICE | number, content);
  }

  static byte[] number(BigInteger value) {
    return item(0x02, value.toByteArray());
  }

  static byte[] octets(byte[] content) {
    return item(0x04, content);
  }

  static byte[] truth() {
    return item(0x01, new byte[] {(byte) 0xff});
  }

  /// Whole bytes; `unused` are the bits at the end that do not count.
  static byte[] bits(int unused, byte[] content) {
    return item(0x03, new byte[] {(byte) unused}, content);
  }

  static byte[] text(String value) {
    return item(0x0c, value.getBytes(StandardCharsets.UTF_8));
  }

  /// The short form until 2049 is required.
  static byte[] time(Instant value) {
    var isShort = value.isBefore(Instant.parse("2050-01-01T00:00:00Z"));
    var words = (isShort ? SHORT_TIME : TIME).format(value);
    return item(isShort ? 0x17 : 0x18, words.getBytes(StandardCharsets.US_ASCII));
  }

  /// An object identifier such as `2.5.4.3`.
  static byte[] oid(String dotted) {
    var parts = dotted.split("\\.");
    var out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(parts[0]) * 40 + Integer.parseInt(parts[1]));
    for (var i = 2; i < parts.length; i++) {
      out.writeBytes(base128(Integer.parseInt(parts[i])));
    }
    return item(0x06, out.toByteArray());
  }

  private static byte[] base128(int value) {
    var digits = new ByteArrayOutputStream();
    for (var shift = 28; shift >= 0; shift -= 7) {
      if (value >> shift > 0 || shift == 0) {
        digits.write(((value >> shift) & 0x7f) | (shift > 0 ? 0x80 : 0));
      }
    }
    return digits.toByteArray();
  }

  private static byte[] item(int tag, byte[]... contents) {
    var content = new ByteArrayOutputStream();
    for (var each : contents) {
      content.writeBytes(each);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    out.writeBytes(length(content.size()));
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static byte[] length(int length) {
    if (length < 0x80) {
      return new byte[] {(byte) length};
    }
    return length < 0x100
        ? new byte[] {(byte) 0x81, (byte) length}
        : new byte[] {(byte) 0x82, (byte) (length >> 8), (byte) length};
  }
}
