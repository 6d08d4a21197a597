package dev.ordinal.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeadTest {
  private static InputStream bytes() {
    var text = "GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void headThatComesInTimeIsRead() throws IOException {
    assertThat(Head.read(bytes(), () -> false).orElseThrow().header("host")).isEqualTo("localhost");
  }

  /// In the middle of a line: some clients send one byte a minute, for ever.
  @Test
  void headThatTakesTooLongIsCutOff() {
    var asked = new AtomicInteger();
    assertThatThrownBy(() -> Head.read(bytes(), () -> asked.incrementAndGet() > 5))
        .isInstanceOfSatisfying(Head.Malformed.class, e -> assertThat(e.code()).isEqualTo(408));
  }
}
