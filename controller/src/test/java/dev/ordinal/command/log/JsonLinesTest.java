package dev.ordinal.command.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.ordinal.codec.JsonBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLinesTest {
  private static LoggingEvent event(String message) {
    var event = new LoggingEvent();
    event.setLoggerContext(new LoggerContext());
    event.setLevel(Level.WARN);
    event.setInstant(Instant.parse("2026-11-16T11:00:00.120Z"));
    event.setMessage(message);
    return event;
  }

  private static String line(LoggingEvent event) {
    return new JsonLines().doLayout(event);
  }

  @Test
  void timeLevelAndMessageComeFirst() {
    assertThat(line(event("hello")))
        .isEqualTo(
            """
            {"time":"2026-11-16T11:00:00.120Z","level":"warn","msg":"hello"}
            """);
  }

  @Test
  void fieldsFollowAndNumbersAreNumbers() {
    var event = event("hello");
    event.addKeyValuePair(new KeyValuePair("set", "web"));
    event.addKeyValuePair(new KeyValuePair("ordinal", 3));

    assertThat(line(event)).endsWith(",\"msg\":\"hello\",\"set\":\"web\",\"ordinal\":3}\n");
  }

  @Test
  void whateverIsSaidStaysOnOneLine() throws IOException {
    var event = event("one\ntwo \"\u001b[31m\"}\u2028");

    var line = line(event);

    assertThat(line.strip().lines()).hasSize(1);
    assertThat(line).doesNotContain("\u001b");
    assertThat(JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8)).text("msg"))
        .isEqualTo("one\ntwo \"\u001b[31m\"}\u2028");
  }

  @Test
  void stackTraceIsAField() {
    var event = event("a bug");
    event.setThrowableProxy(
        new ch.qos.logback.classic.spi.ThrowableProxy(new IllegalStateException("boom")));

    assertThat(line(event)).contains("\"error\":\"java.lang.IllegalStateException: boom");
    assertThat(line(event).strip().lines()).hasSize(1);
  }
}
