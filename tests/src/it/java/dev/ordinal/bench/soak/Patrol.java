package dev.ordinal.bench.soak;

import dev.ordinal.e2e.Duo;
import dev.ordinal.metrics.Exposition;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Looks at both controllers and all sets from outside, again and again.
final class Patrol implements AutoCloseable {
  /// A status may come a moment late, and on a busy machine a long one.
  private static final Duration LENIENCY = Duration.ofSeconds(30);

  private static final Pattern PORT = Pattern.compile("metrics are served on (\\S+)");
  private final HttpClient client = HttpClient.newHttpClient();
  private final Cluster cluster;
  private final Duo duo;
  private final String sets;
  private final Map<String, Instant> unexplained = new HashMap<>();
  private boolean isSuspended;
  private int looks;
  private int silent;

  Patrol(Cluster cluster, Duo duo, String sets) {
    this.cluster = cluster;
    this.duo = duo;
    this.sets = sets;
  }

  int looks() {
    return looks;
  }

  /// How often a set was neither done nor explained for half a minute without a fault.
  int silent() {
    return silent;
  }

  List<Json.Obj> sets() {
    return Api.required(cluster.api().fetch(sets), "the sets").items("items").stream()
        .map(Json.Obj.class::cast)
        .toList();
  }

  boolean allDone() {
    return sets().stream().allMatch(Patrol::isDone);
  }

  /// For the message when they are not.
  List<String> notDone() {
    return sets().stream()
        .filter(set -> !isDone(set))
        .map(set -> name(set) + ": " + ready(set).map(each -> each.text("message")).orElse("-"))
        .limit(5)
        .toList();
  }

  private static boolean isDone(Json.Obj set) {
    var status = set.object("status");
    var replicas = set.object("spec").find("replicas");
    return status.find("observedGeneration").equals(set.object("metadata").find("generation"))
        && status.find("updatedAvailableReplicas").equals(replicas)
        && status.find("replicas").equals(replicas)
        && status.find("currentRevision").equals(status.find("updateRevision"));
  }

  /// During a fault no controller may be able to tell the reason.
  void suspend() {
    isSuspended = true;
  }

  void resume() {
    isSuspended = false;
    unexplained.clear();
  }

  /// A set that is not done has a reason and a sentence; one that has just changed may not yet.
  void look() {
    if (isSuspended) {
      return;
    }
    looks++;
    for (var set : sets()) {
      var metadata = set.object("metadata");
      var key = metadata.text("uid") + metadata.find("generation").orElse(Json.of(0));
      var now = Instant.now();
      if (isDone(set) || isExplained(set)) {
        unexplained.remove(key);
      } else if (unexplained.computeIfAbsent(key, _ -> now).isBefore(now.minus(LENIENCY))) {
        unexplained.put(key, Instant.MAX);
        silent++;
        System.err.println("Without a reason: " + name(set) + " " + set.object("status"));
      }
    }
  }

  private static boolean isExplained(Json.Obj set) {
    var status = set.object("status");
    var holds = status.items("holds");
    return status.find("observedGeneration").equals(set.object("metadata").find("generation"))
        && ready(set)
            .filter(each -> !each.text("reason").isEmpty() && !each.text("message").isEmpty())
            .isPresent()
        && holds.stream()
            .map(Json.Obj.class::cast)
            .noneMatch(hold -> hold.text("reason").isEmpty() || hold.text("message").isEmpty());
  }

  private static Optional<Json.Obj> ready(Json.Obj set) {
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("type").equals("Ready"))
        .findFirst();
  }

  private static String name(Json.Obj set) {
    return set.object("metadata").text("name");
  }

  /// `181 MB after 12 min`: resident memory, as the kernel has it, and the age of the process.
  String memory(User user) {
    var age =
        ProcessHandle.of(duo.process(user).pid())
            .flatMap(handle -> handle.info().startInstant())
            .map(start -> Duration.between(start, Instant.now()).toMinutes())
            .orElse(0L);
    return "%d MB after %d min".formatted(resident(user), age);
  }

  private long resident(User user) {
    try (var lines = Files.lines(Path.of("/proc/" + duo.process(user).pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether the dispatcher turns and all watches are alive, as the controller's own probe says.
  boolean isAlive(User user) {
    return get(user, "/livez").isPresent();
  }

  boolean leads(User user) {
    return get(user, "/metrics")
        .map(Exposition::parse)
        .filter(each -> each.all("leader_election_master_status").getFirst().value() == 1)
        .isPresent();
  }

  Optional<User> leader() {
    return List.of(User.ORDINAL, User.STANDBY).stream().filter(this::leads).findFirst();
  }

  private Optional<String> get(User user, String path) {
    var address = PORT.matcher(duo.process(user).log()).results().toList();
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      var uri = URI.create(address.getLast().group(1) + path);
      var request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
      var reply = client.send(request, BodyHandlers.ofString());
      return reply.statusCode() == 200 ? Optional.of(reply.body()) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
