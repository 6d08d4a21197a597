package dev.ordinal.command.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Locale;

/// One JSON object for each line of the log: `time`, `level` and `msg`, then what the line is
/// about, then `error` with the stack trace of a bug.
final class JsonLines extends LayoutBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  @Override
  public String doLayout(ILoggingEvent event) {
    var members = new ArrayList<String>();
    members.add(member("time", Json.of(TIME.format(event.getInstant()))));
    members.add(member("level", Json.of(event.getLevel().toString().toLowerCase(Locale.ROOT))));
    members.add(member("msg", Json.of(event.getFormattedMessage())));
    var pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> members.add(member(pair.key, value(pair.value))));
    }
    var thrown = event.getThrowableProxy();
    if (thrown != null) {
      members.add(member("error", Json.of(ThrowableProxyUtil.asString(thrown))));
    }
    return "{" + String.join(",", members) + "}\n";
  }

  private static String member(String name, Json value) {
    return JsonText.write(Json.of(name)) + ":" + JsonText.write(value);
  }

  private static Json value(Object value) {
    return value instanceof Integer number ? Json.of(number) : Json.of(String.valueOf(value));
  }
}
