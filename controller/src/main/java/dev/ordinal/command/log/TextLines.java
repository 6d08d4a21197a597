package dev.ordinal.command.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The log for people: time, level and message, and below it the stack trace of a bug.
final class TextLines extends LayoutBase<ILoggingEvent> {
  private final DateTimeFormatter time;

  TextLines(ZoneId zone) {
    this.time = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    var line = new StringBuilder(120);
    time.formatTo(event.getInstant(), line);
    var level = event.getLevel().toString();
    line.append(' ').append(level).repeat(' ', Math.max(1, 6 - level.length()));
    line.append(event.getFormattedMessage()).append('\n');
    var thrown = event.getThrowableProxy();
    if (thrown != null) {
      line.append(ThrowableProxyUtil.asString(thrown));
    }
    return line.toString();
  }
}
