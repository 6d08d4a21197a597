package dev.ordinal.sim.law;

import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.virtual.RequestRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.TreeMap;

/// The controller does not write the same to an object again and again without a pause, whatever
/// the API server answers.
final class WritesArePaced implements Law {
  private static final int OFTEN = 10;
  private static final Duration SPAN = Duration.ofSeconds(1);

  private final TreeMap<String, ArrayDeque<Instant>> sent = new TreeMap<>();

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord request) {
    if (request.action().isEmpty() || !isPatch(request.request())) {
      return Optional.empty();
    }
    var key = request.by() + request.request().path() + RequestSorts.purpose(request);
    var times = sent.computeIfAbsent(key, _ -> new ArrayDeque<>());
    times.add(history.now());
    times.removeIf(moment -> moment.isBefore(history.now().minus(SPAN)));
    return times.size() > OFTEN
        ? Optional.of(request.request().name() + " is written to without a pause")
        : Optional.empty();
  }

  private static boolean isPatch(ApiRequest request) {
    return request.verb() == ApiRequest.Verb.STRATEGIC_PATCH
        || request.verb() == ApiRequest.Verb.MERGE_PATCH;
  }
}
