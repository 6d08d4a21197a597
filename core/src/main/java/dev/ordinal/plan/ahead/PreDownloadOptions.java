package dev.ordinal.plan.ahead;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.InPlace;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a set wants its images pulled ahead: by the fields of `inPlaceUpdateStrategy`, or else by
/// Kruise's annotations. An annotation that says nothing we understand counts as absent.
record PreDownloadOptions(Json parallelism, Duration timeout, int minUpdatedReady) {
  private static final String PREFIX = Names.GROUP + "/image-predownload-";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,9})%");
  private static final int TIMEOUT_SECONDS = 300;

  static PreDownloadOptions of(SetView set, InPlace fields) {
    return new PreDownloadOptions(
        fields
            .predownloadParallelism()
            .map(PreDownloadOptions::write)
            .orElseGet(() -> Json.of(number(set, "parallelism").orElse(1))),
        fields
            .predownloadTimeout()
            .orElseGet(
                () ->
                    Duration.ofSeconds(
                        number(set, "timeout-seconds")
                            .filter(seconds -> seconds > 0)
                            .orElse(TIMEOUT_SECONDS))),
        fields.predownloadMinUpdatedReady().orElseGet(() -> minUpdatedReady(set)));
  }

  private static Json write(Amount amount) {
    return switch (amount) {
      case Amount.Count(var value) -> Json.of(value);
      case Amount.Percent(var value) -> Json.of(value + "%");
    };
  }

  private static Optional<Integer> number(SetView set, String name) {
    return Optional.of(text(set, name))
        .filter(text -> NUMBER.matcher(text).matches())
        .map(Integer::valueOf);
  }

  /// A percentage is rounded up, as in Kruise.
  private static int minUpdatedReady(SetView set) {
    var percent = PERCENT.matcher(text(set, "min-updated-ready-pods"));
    if (percent.matches()) {
      var pods = Long.parseLong(percent.group(1)) * set.spec().replicas();
      return (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(pods, 100));
    }
    return number(set, "min-updated-ready-pods").orElse(0);
  }

  private static String text(SetView set, String name) {
    return set.meta().annotations().getOrDefault(PREFIX + name, "");
  }
}
