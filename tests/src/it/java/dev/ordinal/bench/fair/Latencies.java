package dev.ordinal.bench.fair;

import dev.ordinal.bench.fair.SmallSets.Sample;
import dev.ordinal.bench.fair.SmallSets.Span;
import dev.ordinal.rig.Audit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How long the samples took, by the API server's own clock: its audit log tells when it got the
/// first write that the controller made for a set, and the status that called it done.
final class Latencies {
  private final List<Long> created = new ArrayList<>();
  private final List<Long> changed = new ArrayList<>();
  private final List<Long> firstWrite = new ArrayList<>();
  private final List<Long> reactions = new ArrayList<>();

  private Latencies() {}

  static Latencies of(List<Sample> samples, Owner owner, Audit audit) {
    var writes = writes(owner, audit);
    var all = byName(audit.writes());
    var latencies = new Latencies();
    for (var sample : samples) {
      if (sample.owner() == owner) {
        var own = writes.getOrDefault(sample.name(), List.of());
        latencies.created.add(untilDone(sample.creation(), sample.name(), own));
        latencies.changed.add(untilDone(sample.change(), sample.name(), own));
        latencies.firstWrite.add(untilFirst(sample.creation(), own));
        latencies.firstWrite.add(untilFirst(sample.change(), own));
        latencies.addReactions(owner, all.getOrDefault(sample.name(), List.of()));
      }
    }
    return latencies;
  }

  private static Map<String, List<Audit.Entry>> writes(Owner owner, Audit audit) {
    return byName(audit.by(owner.controller()).writes());
  }

  /// From the last event of the set, be it of a user, the scheduler or a kubelet, to the creation
  /// or deletion of a pod that follows it: what the controller itself takes, whatever else is slow.
  private void addReactions(Owner owner, List<Audit.Entry> writes) {
    var event = Optional.<Instant>empty();
    for (var entry : writes.stream().sorted(Comparator.comparing(Audit.Entry::at)).toList()) {
      var isOwn = entry.user().equals(owner.controller().login());
      if (!isOwn) {
        event = Optional.of(entry.at());
      } else if (entry.resource().equals("pods")
          && List.of("create", "delete").contains(entry.verb())) {
        event.ifPresent(at -> reactions.add(Duration.between(at, entry.at()).toMillis()));
        event = Optional.empty();
      }
    }
  }

  /// By the set's name, which has no dash: pods and revisions go by `set-…`.
  private static Map<String, List<Audit.Entry>> byName(Audit audit) {
    return audit.entries().stream()
        .filter(entry -> !entry.resource().equals("events"))
        .collect(Collectors.groupingBy(entry -> entry.name().split("-", 2)[0]));
  }

  private static long untilFirst(Span span, List<Audit.Entry> writes) {
    return writes.stream()
        .map(Audit.Entry::at)
        .filter(at -> isWithin(span, at))
        .min(Instant::compareTo)
        .map(at -> Duration.between(span.asked(), at).toMillis())
        .orElseThrow();
  }

  private static long untilDone(Span span, String set, List<Audit.Entry> writes) {
    return writes.stream()
        .filter(entry -> entry.name().equals(set) && entry.subresource().equals("status"))
        .map(Audit.Entry::at)
        .filter(at -> isWithin(span, at))
        .max(Instant::compareTo)
        .map(at -> Duration.between(span.asked(), at).toMillis())
        .orElseThrow();
  }

  private static boolean isWithin(Span span, Instant at) {
    return !at.isBefore(span.asked()) && !at.isAfter(span.done());
  }

  int size() {
    return created.size();
  }

  /// `p50 / p99` of creation, change, first write and reaction.
  List<String> cells() {
    return List.of(cell(created), cell(changed), cell(firstWrite), cell(reactions));
  }

  private static String cell(List<Long> values) {
    return values.isEmpty()
        ? "-"
        : "%s / %s".formatted(text(percentile(values, 50)), text(percentile(values, 99)));
  }

  static long percentile(List<Long> values, int percent) {
    var sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.ceil(sorted.size() * percent / 100.0) - 1);
  }

  private static String text(long millis) {
    return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
