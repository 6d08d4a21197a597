package dev.ordinal.bench.fair;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ClusterKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// Sets of three pods in order, a few at a time: created, changed, and removed.
final class SmallSets {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int PODS = 3;

  private final Cluster cluster;
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger count = new AtomicInteger();

  SmallSets(Cluster cluster) {
    this.cluster = cluster;
  }

  /// When a user asked for something, and when the status said that it was done.
  record Sample(Owner owner, String name, Span creation, Span change) {}

  record Span(Instant asked, Instant done) {}

  Cluster cluster() {
    return cluster;
  }

  /// Takes samples of both owners in turns, `width` at a time, until there are enough of each or
  /// the load is over; what has begun by then is finished. Without the native controller those of
  /// ours alone.
  List<Sample> take(int enough, int width, BooleanSupplier isLoaded) {
    var owners =
        cluster.rig().plane().ground() == ClusterKind.REAL
            ? List.of(Owner.values())
            : List.of(Owner.OURS);
    var samples = new ArrayList<Sample>();
    while (samples.size() < owners.size() * enough && isLoaded.getAsBoolean()) {
      owners.forEach(owner -> samples.addAll(together(owner, width)));
    }
    return samples;
  }

  /// Sets of ours alone.
  List<Sample> takeOurs(int width) {
    return together(Owner.OURS, width);
  }

  private List<Sample> together(Owner owner, int width) {
    var running = new ArrayList<CompletableFuture<Sample>>();
    for (var i = 0; i < width; i++) {
      running.add(CompletableFuture.supplyAsync(() -> one(owner), threads));
    }
    return running.stream().map(CompletableFuture::join).toList();
  }

  private Sample one(Owner owner) {
    var api = cluster.api();
    var name = "small%d".formatted(count.incrementAndGet());
    var sets = owner.path(cluster.namespace());
    var path = sets + "/" + name;
    var created = Instant.now();
    Api.required(api.create(sets, owner.set(name, PODS, "OrderedReady")), "creating " + name);
    awaitDone(path);
    var changed = Instant.now();
    var creation = new Span(created, changed);
    Api.required(api.patch(path, Api.Merge.PLAIN, Owner.change(name, "app:2")), "changing " + name);
    awaitDone(path);
    var change = new Span(changed, Instant.now());
    Api.required(api.delete(path, Json.EMPTY), "deleting " + name);
    return new Sample(owner, name, creation, change);
  }

  private void awaitDone(String path) {
    Await.until(
        path + " is rolled out",
        PATIENCE,
        () -> cluster.api().find(path).filter(SmallSets::isDone).isPresent());
  }

  static boolean isDone(Json.Obj set) {
    var status = set.object("status");
    var replicas = number(set.object("spec"), "replicas");
    return number(status, "observedGeneration") == number(set.object("metadata"), "generation")
        && number(status, "availableReplicas") == replicas
        && number(status, "updatedReplicas") == replicas
        && status.text("currentRevision").equals(status.text("updateRevision"));
  }

  static long number(Json.Obj object, String field) {
    return object.find(field).orElse(Json.of(0)) instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }
}
