package dev.ordinal.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Reflector.Listener NONE =
      new Reflector.Listener() {
        @Override
        public void failed(String reader, ReadFault fault) {}

        @Override
        public void recovered(String reader) {}
      };

  private final Reflector.Settings settings = Reflector.Settings.defaults(NONE);
  private final Backoff backoff =
      new Backoff(settings.firstDelay(), settings.maxDelay(), new Random(1));

  @Test
  void firstFailureCostsAQuarterOfASecondAtMost() {
    assertThat(backoff.next()).isBetween(Duration.ofMillis(125), Duration.ofMillis(250));
  }

  /// A soak found sets without a current reason for half a minute after a storm of refusals: the
  /// new leader had to list pods first, and did so only then.
  @Test
  void listIsRepeatedWithinTenSecondsAfterAStormOfAnyLength() {
    assertThat(Stream.generate(backoff::next).limit(100))
        .allSatisfy(delay -> assertThat(delay).isLessThanOrEqualTo(Duration.ofSeconds(10)))
        .last()
        .satisfies(delay -> assertThat(delay).isGreaterThanOrEqualTo(Duration.ofSeconds(5)));
  }
}
