package dev.ordinal.kube.metrics;

import dev.ordinal.kube.http.Api;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.net.URI;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Counts the requests to the API server and measures how long it takes to reply.
public final class MeasuredApi implements Api {
  private static final String NO_REPLY = "<error>";

  private final Api api;
  private final Instruments instruments;
  private final String host;

  /// What all connections share.
  static final class Instruments {
    private static final double[] SECONDS = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};

    private final LongSupplier nanos;
    private final Counter requests;
    private final Histogram durations;
    private final Counter lists;
    private final Counter watches;

    Instruments(MetricRegistry registry, LongSupplier nanos) {
      this.nanos = nanos;
      this.requests = registry.counter(Metric.REQUESTS);
      this.durations = registry.histogram(Metric.REQUEST_DURATION, SECONDS);
      this.lists = registry.counter(Metric.LISTS);
      this.watches = registry.counter(Metric.WATCHES);
    }
  }

  MeasuredApi(Api api, Instruments instruments) {
    this.api = api;
    this.instruments = instruments;
    this.host = String.valueOf(URI.create(api.peer().server()).getAuthority());
  }

  @Override
  public Response send(Request request) throws Unreachable {
    var begin = instruments.nanos.getAsLong();
    var code = NO_REPLY;
    try {
      var reply = api.send(request);
      code = Integer.toString(reply.code());
      return reply;
    } finally {
      count(request, code);
      measure(request, begin);
    }
  }

  @Override
  public Stream open(Request request, Duration idleTimeout) throws Unreachable {
    var begin = instruments.nanos.getAsLong();
    var isWatch = request.path().contains("watch=1");
    (isWatch ? instruments.watches : instruments.lists).labelValues(resource(request)).inc();
    var code = NO_REPLY;
    try {
      var reply = api.open(request, idleTimeout);
      code = Integer.toString(reply.code());
      return reply;
    } finally {
      count(request, code);
      if (!isWatch) {
        measure(request, begin);
      }
    }
  }

  @Override
  public Peer peer() {
    return api.peer();
  }

  private void count(Request request, String code) {
    instruments.requests.labelValues(code, host, request.method()).inc();
  }

  private void measure(Request request, long begin) {
    var seconds = (instruments.nanos.getAsLong() - begin) / 1e9;
    instruments.durations.labelValues(host, request.method()).observe(seconds);
  }

  /// The last part of the path of a list or watch.
  private static String resource(Request request) {
    var path = request.path().split("[?]", 2)[0];
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
