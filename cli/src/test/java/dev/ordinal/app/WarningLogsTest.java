package dev.ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class WarningLogsTest {
  private final WarningLogs logs = new WarningLogs();

  @Test
  void warningsAndErrorsArePrintedAndNothingElse() {
    var logger = logs.getLoggerFactory().getLogger("dev.ordinal");
    assertThat(logger.isErrorEnabled()).isTrue();
    assertThat(logger.isWarnEnabled()).isTrue();
    assertThat(logger.isInfoEnabled()).isFalse();
    assertThat(logger.isDebugEnabled()).isFalse();
    assertThat(logger).isSameAs(logs.getLoggerFactory().getLogger("dev.ordinal"));
  }

  @Test
  void readerOfKubeconfigsPrintsNoWarnings() {
    var name = "io.fabric8.kubernetes.client.internal.KubeConfigUtils";
    assertThat(logs.getLoggerFactory().getLogger(name).isWarnEnabled()).isFalse();
  }

  @Test
  void lineIsThatOfTheOtherCommands() {
    assertThat(WarningLogger.line(LocalTime.of(9, 8, 7, 6), Level.WARN, "web waits"))
        .isEqualTo("09:08:07 WARN  web waits");
  }
}
