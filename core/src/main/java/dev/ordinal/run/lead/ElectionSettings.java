package dev.ordinal.run.lead;

import java.time.Duration;

/// The three times of an election, as all Kubernetes components have them: after `leaseDuration`
/// without a renewal another controller may lead; the leader stops acting `renewDeadline` after the
/// start of its last successful renewal; `retryPeriod` lies between two attempts.
public record ElectionSettings(
    Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {
  /// The renewal of a leader must have time for a second attempt.
  private static final double JITTER = 1.2;

  /// @throws IllegalArgumentException with a sentence for the user
  public ElectionSettings {
    require(
        leaseDuration.compareTo(renewDeadline) > 0,
        "--leader-elect-lease-duration (%s) must be longer than --leader-elect-renew-deadline"
            + " (%s).",
        leaseDuration,
        renewDeadline);
    require(
        renewDeadline.toMillis() > retryPeriod.toMillis() * JITTER,
        "--leader-elect-renew-deadline (%s) must be longer than 1.2 times"
            + " --leader-elect-retry-period (%s).",
        renewDeadline,
        retryPeriod);
    require(
        retryPeriod.isPositive() && leaseDuration.toSeconds() >= 1,
        "--leader-elect-lease-duration (%s) must be at least 1s, and --leader-elect-retry-period"
            + " (%s) more than 0s.",
        leaseDuration,
        retryPeriod);
  }

  private static void require(boolean isMet, String sentence, Duration one, Duration other) {
    if (!isMet) {
      throw new IllegalArgumentException(sentence.formatted(seconds(one), seconds(other)));
    }
  }

  private static String seconds(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() / 1000.0 + "s";
  }

  /// The defaults of all Kubernetes components.
  public static ElectionSettings defaults() {
    return new ElectionSettings(
        Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  /// For a controller that leads in any case, and only shows that it is there.
  public static ElectionSettings presence() {
    return new ElectionSettings(
        Duration.ofSeconds(60), Duration.ofSeconds(40), Duration.ofSeconds(15));
  }
}
