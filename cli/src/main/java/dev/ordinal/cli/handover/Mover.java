package dev.ordinal.cli.handover;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.handover.Note;
import dev.ordinal.handover.Preflight;
import dev.ordinal.handover.Route;
import dev.ordinal.handover.Scene;
import dev.ordinal.handover.Step;
import dev.ordinal.handover.Surroundings;
import dev.ordinal.handover.Way;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Moves the sets of one namespace from one controller to the other, one step after the other; what
/// the next step is depends on what there is.
public final class Mover {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String SETS = "statefulsets";
  private static final String CHANGED =
      "it has changed since it was checked: run the command again to see how";
  private static final String HALF_WAY =
      "It is half way, and its pods run on: run the command again to go on.";

  private final HandoverClient client;
  private final Way way;
  private final Duration patience;

  /// @param patience how long another program may take for its part
  public Mover(Api api, String namespace, Way way, Duration patience) {
    this.client = new HandoverClient(api, namespace);
    this.way = way;
    this.patience = patience;
  }

  /// How a move has ended.
  ///
  /// @param replaced the pods that are gone or others now
  public record Result(boolean isDone, String sentence, List<String> replaced) {
    public Result {
      replaced = List.copyOf(replaced);
    }
  }

  /// The sets that a selector finds, and those that an earlier run has left half way.
  SortedSet<String> names(String selector) {
    var found = new TreeSet<String>();
    client.list(sets(way.from()), selector).forEach(set -> found.add(name(set)));
    var left = selector + (selector.isEmpty() ? "" : ",") + Note.LABEL + "=" + way.verb();
    client
        .list(client.path("v1", "configmaps"), left)
        .forEach(note -> found.add(name(read(note).source())));
    return found;
  }

  public Scene scene(String name) {
    var source = client.find(sets(way.from()) + "/" + name);
    var target = client.find(sets(way.to()) + "/" + name);
    var note = client.find(note(name)).map(Mover::read);
    var all =
        new Scene.Neighbours(
            client.list(client.path("v1", "pods"), ""),
            client.list(client.path("apps/v1", "controllerrevisions"), ""));
    return Scene.of(way, new Scene.Found(source, target, note), all);
  }

  private static Note read(Json.Obj note) {
    try {
      var text = note.object("data").text(Note.KEY).getBytes(StandardCharsets.UTF_8);
      return Note.read(JsonBytes.readObject(text), note.object("metadata"));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "ConfigMap %s cannot be read: %s".formatted(name(note), e.getMessage()), e);
    }
  }

  Preflight preflight(Scene scene, Json.Obj source) {
    return Preflight.of(scene, source, surroundings());
  }

  /// The server's words if it would refuse the set on the other side.
  Optional<String> findRefusal(Json.Obj target) {
    return client.findRefusal(sets(way.to()), target);
  }

  private Surroundings surroundings() {
    return new Surroundings(
        client.listIfAllowed(client.path("autoscaling/v2", "horizontalpodautoscalers")),
        client.listIfAllowed(client.path("policy/v1", "poddisruptionbudgets")),
        client.listIfAllowed(client.path("v1", "services")),
        Surroundings.TAKERS.stream().flatMap(this::listed).toList());
  }

  /// Lists leave the kinds of their items out.
  private Stream<Json.Obj> listed(Surroundings.Taker taker) {
    return client.listIfAllowed(client.path(taker.version(), taker.resource())).stream()
        .map(each -> each.with("kind", Json.of(taker.kind())));
  }

  /// Goes on until the set has arrived, or cannot go on.
  public Result move(String name) throws InterruptedException {
    return move(name, _ -> true);
  }

  /// The same, if it may go as it is when it goes: it may have changed while the user was asked.
  Result move(String name, Predicate<Preflight> mayGo) throws InterruptedException {
    var progress = new Progress();
    try {
      return move(name, mayGo, progress);
    } catch (IllegalArgumentException e) {
      var goOn = progress.note.isPresent() ? "\n  " + HALF_WAY : "";
      return new Result(false, e.getMessage() + goOn, List.of());
    }
  }

  /// The note as it was seen last: at the end it is deleted.
  private static final class Progress {
    private Optional<Note> note = Optional.empty();
  }

  private Result move(String name, Predicate<Preflight> mayGo, Progress progress)
      throws InterruptedException {
    var deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var scene = scene(name);
      progress.note = scene.note().or(() -> progress.note);
      var next = Route.next(scene);
      if (isLeaving(next) && !mayGo.test(preflight(scene, scene.source().orElseThrow()))) {
        return new Result(false, CHANGED, List.of());
      }
      switch (next) {
        case Step.Done _ -> {
          var replaced = progress.note.map(note -> Route.replaced(scene, note)).orElse(List.of());
          return new Result(true, "", replaced);
        }
        case Step.Stuck(var sentence) -> {
          return new Result(false, sentence, List.of());
        }
        case Step.Await(var what) -> {
          if (System.nanoTime() > deadline) {
            return new Result(false, waited(what), List.of());
          }
          var _ = new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        case Step step -> {
          write(name, step);
          deadline = System.nanoTime() + patience.toNanos();
        }
      }
    }
  }

  private static boolean isLeaving(Step step) {
    return step instanceof Step.WriteNote || step instanceof Step.Orphan;
  }

  private String waited(String what) {
    return "waited %d s for %s: run the command again to go on"
        .formatted(patience.toSeconds(), what);
  }

  private void write(String name, Step step) {
    var target = sets(way.to()) + "/" + name;
    switch (step) {
      case Step.WriteNote(var body) -> client.put(client.path("v1", "configmaps"), body);
      case Step.Orphan(var uid, var version) ->
          client.delete(sets(way.from()) + "/" + name, orphaning(uid, version));
      case Step.CreateSet(var body) -> client.create(sets(way.to()), body);
      case Step.MapStatus(var patch) -> client.merge(target + "/status", patch);
      case Step.DropRevision(var revision, var uid) ->
          client.delete(
              client.path("apps/v1", "controllerrevisions") + "/" + revision,
              Json.of("preconditions", Json.of("uid", Json.of(uid))));
      case Step.Touch(var patch) -> client.merge(target, patch);
      case Step.LetGo(var patch) -> client.merge(target, patch);
      case Step.DropNote(var seen) -> client.delete(note(name), Json.of("preconditions", seen));
      case Step.Await _, Step.Done _, Step.Stuck _ ->
          throw new IllegalStateException("nothing to write: " + step);
    }
  }

  private static Json.Obj orphaning(String uid, String version) {
    return Json.of("propagationPolicy", Json.of("Orphan"))
        .with(
            "preconditions",
            Json.of("uid", Json.of(uid)).with("resourceVersion", Json.of(version)));
  }

  private String sets(String version) {
    return client.path(version, SETS);
  }

  private String note(String set) {
    return client.path("v1", "configmaps") + "/" + way.noteName(set);
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }
}
