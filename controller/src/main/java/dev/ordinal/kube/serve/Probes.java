package dev.ordinal.kube.serve;

import dev.ordinal.kube.watch.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Tells whether the controller is alive and whether it is ready, from its signs of life.
///
/// It is alive while a restart would not help: the dispatcher comes around, and each reader tries
/// to read. An API server that cannot be reached is no reason to restart the controller; a reader
/// that hears nothing while others are answered is one.
public final class Probes {
  /// Three times what the dispatcher sleeps at most.
  static final Duration DISPATCHER_LIMIT = Duration.ofSeconds(90);

  /// Longer than a watch, its silence, the connection and the pause after a failure together.
  static final Duration READER_LIMIT = Duration.ofMinutes(4);

  private final Vitals vitals;
  private final Optional<BooleanSupplier> webhook;

  public Probes(Vitals vitals) {
    this(vitals, Optional.empty());
  }

  /// @param webhook whether API servers can call the webhook, where there is one
  public Probes(Vitals vitals, Optional<BooleanSupplier> webhook) {
    this.vitals = vitals;
    this.webhook = webhook;
  }

  /// One check, and what is wrong where it fails.
  record Check(String name, Optional<String> fault) {}

  /// The answer to a probe.
  public record Answer(String path, List<Check> checks) {
    public boolean isHealthy() {
      return checks.stream().allMatch(check -> check.fault().isEmpty());
    }

    /// In the words of the API server: `ok`, or one line for each check.
    public String text(boolean isVerbose) {
      if (isHealthy() && !isVerbose) {
        return "ok";
      }
      return checks.stream().map(Answer::line).collect(Collectors.joining())
          + path
          + (isHealthy() ? " check passed\n" : " check failed\n");
    }

    private static String line(Check check) {
      return check
          .fault()
          .map(fault -> "[-]%s failed: %s\n".formatted(check.name(), fault))
          .orElseGet(() -> "[+]%s ok\n".formatted(check.name()));
    }

    Answer without(Set<String> names) {
      var left = checks.stream().filter(check -> !names.contains(check.name())).toList();
      return new Answer(path, left);
    }
  }

  public Answer live(Instant now) {
    var checks = new ArrayList<Check>();
    checks.add(new Check("ping", Optional.empty()));
    checks.add(dispatcher(now));
    checks.addAll(readers(now));
    return new Answer("livez", checks);
  }

  /// A standby is ready: it has read everything and can take over.
  public Answer ready(Instant now) {
    var live = live(now);
    var checks = new ArrayList<>(live.checks());
    checks.add(
        check("synced", !vitals.isSynced().getAsBoolean(), "not every resource has been listed"));
    webhook
        .map(it -> check("webhook", !it.getAsBoolean(), "its certificate is not trusted yet"))
        .ifPresent(checks::add);
    return new Answer("readyz", checks);
  }

  private static Check check(String name, boolean isFaulty, String fault) {
    return new Check(name, isFaulty ? Optional.of(fault) : Optional.empty());
  }

  private Check dispatcher(Instant now) {
    var age = Duration.between(vitals.heartbeat().last(), now);
    return check(
        "dispatcher",
        age.compareTo(DISPATCHER_LIMIT) > 0,
        "it has not come around for %d s".formatted(age.toSeconds()));
  }

  /// A resource that has two readers has one check: it fails when either fails.
  private List<Check> readers(Instant now) {
    var newest =
        vitals.pulses().stream().map(Pulse::lastAnswer).max(Instant::compareTo).orElse(now);
    var faults = new TreeMap<String, Optional<String>>();
    vitals.pulses().stream()
        .filter(Pulse::isStarted)
        .forEach(
            pulse ->
                faults.merge(
                    pulse.resource(),
                    fault(pulse, newest, now),
                    (one, other) -> one.or(() -> other)));
    return faults.entrySet().stream()
        .map(entry -> new Check("watch-" + entry.getKey(), entry.getValue()))
        .toList();
  }

  private Optional<String> fault(Pulse pulse, Instant newest, Instant now) {
    if (pulse.isOver()) {
      return Optional.of("its thread has ended");
    }
    var last = later(pulse.lastRound(), pulse.lastAnswer());
    if (isLonger(last, now)) {
      return Optional.of("it hangs since " + last);
    }
    return isLonger(pulse.lastAnswer(), newest)
        ? Optional.of(
            "no answer since %s, while other watches are answered".formatted(pulse.lastAnswer()))
        : Optional.empty();
  }

  private static boolean isLonger(Instant from, Instant to) {
    return Duration.between(from, to).compareTo(READER_LIMIT) > 0;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
