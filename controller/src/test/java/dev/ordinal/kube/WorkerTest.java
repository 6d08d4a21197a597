package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.codec.Decoder;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.run.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  /// Never replies.
  private static final class Silent implements Api {
    @Override
    public Response send(Request request) throws Unreachable {
      throw new Unreachable("silent", true, new Exception());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("silent", true, new Exception());
    }

    @Override
    public Peer peer() {
      return new Peer("https://nowhere", "nothing");
    }
  }

  private static void harm(String name) {
    switch (name) {
      case "bug" -> throw new IllegalStateException("bug");
      case "stack" -> throw new StackOverflowError();
      case "memory" -> throw new OutOfMemoryError();
      case "class" -> throw new NoClassDefFoundError();
      default -> throw new AssertionError(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bug", "stack", "memory", "class", "assertion"})
  void setThatCouldNotBePlannedIsServedAgain(String name) {
    var parser = new SetParser(FeatureGate.defaults());
    var engine = new Engine();
    engine.sets().listed(List.of(parser.parse(Yaml.read(set()))), 1);
    engine.pods().listed(List.of(), 1);
    engine.claims().listed(List.of(), 1);
    engine.revisions().listed(List.of(), 1);
    engine.classes().listed(List.of(), 1);
    var asked = new AtomicInteger();
    InstantSource clock =
        () -> {
          if (asked.getAndIncrement() == 0) {
            harm(name);
          }
          return NOW;
        };
    var api = new Silent();
    try (var events = new EventWriter(api, InstantSource.fixed(NOW))) {
      var sender = new RequestSender(api, Decoder.ofTree(parser::parse));
      var worker =
          new Worker(new Worker.Parts(engine, sender, events), clock, Metrics.withDefaults());
      worker.serve(engine.take(NOW).orElseThrow());
    }

    assertThat(engine.take(NOW)).isEmpty();
    assertThat(engine.nextDue()).contains(NOW.plusSeconds(30));
    assertThat(engine.take(NOW.plusSeconds(30))).isPresent();
  }

  private static String set() {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web, namespace: shop, uid: u1, resourceVersion: '1', generation: 1}
        spec:
          replicas: 1
          selector: {matchLabels: {app: web}}
          template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: app}]}}
        """;
  }
}
