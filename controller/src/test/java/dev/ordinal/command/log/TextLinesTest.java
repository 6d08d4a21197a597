package dev.ordinal.command.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TextLinesTest {
  private static String line(Level level, String message, @Nullable Throwable thrown) {
    var logger = new LoggerContext().getLogger("ordinal");
    var event = new LoggingEvent("here", logger, level, message, thrown, new Object[] {7});
    event.setInstant(Instant.parse("2026-01-01T12:00:03.040Z"));
    return new TextLines(ZoneOffset.UTC).doLayout(event);
  }

  @Test
  void levelsStandInOneColumn() {
    assertThat(line(Level.WARN, "a pod of {}", null)).isEqualTo("12:00:03.040 WARN  a pod of 7\n");
    assertThat(line(Level.ERROR, "no", null)).isEqualTo("12:00:03.040 ERROR no\n");
  }

  @Test
  void stackTraceFollows() {
    assertThat(line(Level.ERROR, "a bug", new IllegalStateException("boom")))
        .startsWith("12:00:03.040 ERROR a bug\njava.lang.IllegalStateException: boom\n\tat ");
  }

  /// By `META-INF/services`: no file says so.
  @Test
  void logbackTakesThisSetup() {
    var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    assertThat(root.getLevel()).isEqualTo(Level.WARN);
    assertThat(((Logger) LoggerFactory.getLogger("ordinal")).getLevel()).isNotNull();
    assertThat(root.iteratorForAppenders()).toIterable().hasSize(1);
  }
}
