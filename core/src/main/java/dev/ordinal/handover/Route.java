package dev.ordinal.handover;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;

/// Decides the next step from what there is, and from nothing else: a run that was killed anywhere
/// is continued by the next one.
///
/// A set is first orphaned, then created on the other side with updates stopped (`OnDelete`), for
/// a controller may see the set before it sees that the revisions are nobody's: it would record
/// the template once more, and find every pod outdated. Only when it has taken the old revision for
/// its own does the set get its strategy.
public final class Route {
  private final Scene scene;
  private final Note note;

  private Route(Scene scene, Note note) {
    this.scene = scene;
    this.note = note;
  }

  public static Step next(Scene scene) {
    return scene
        .note()
        .map(found -> new Route(scene, found).afterNote())
        .orElseGet(() -> first(scene));
  }

  /// Whether the set is being deleted.
  public static boolean isGoing(Json.Obj set) {
    return Facts.isTerminating(set);
  }

  private static Step first(Scene scene) {
    if (scene.target().isPresent()) {
      return scene.source().isPresent() ? both(scene.target().get(), scene.way()) : new Step.Done();
    }
    return scene
        .source()
        .<Step>map(
            source ->
                Facts.isTerminating(source)
                    ? new Step.Stuck("the set is being deleted")
                    : writeNote(scene, source, Json.EMPTY))
        .orElseGet(() -> new Step.Stuck("there is no set of this name in " + scene.way().from()));
  }

  private static Step writeNote(Scene scene, Json.Obj source, Json.Obj replaced) {
    return new Step.WriteNote(scene.newNote(source).body(scene.way(), replaced));
  }

  private static Step both(Json.Obj target, Way way) {
    return new Step.Stuck(
        "there is a %s StatefulSet %s as well: delete one of the two with --cascade=orphan first"
            .formatted(way.to(), Facts.name(target)));
  }

  private Step afterNote() {
    if (scene.source().isPresent()) {
      return leave(scene.source().get());
    }
    return scene
        .target()
        .map(this::settle)
        .orElseGet(() -> new Step.CreateSet(Guard.put(note.target(), Facts.uid(note.source()))));
  }

  private Step leave(Json.Obj source) {
    if (scene.target().isPresent()) {
      return both(scene.target().get(), scene.way());
    }
    if (Facts.isTerminating(source)) {
      return new Step.Await("the garbage collector to orphan the pods");
    }
    if (!note.isOf(source)) {
      return writeNote(scene, source, note.seenAs());
    }
    return new Step.Orphan(Facts.uid(source), source.object("metadata").text("resourceVersion"));
  }

  /// The set exists on the other side, and the note too.
  private Step settle(Json.Obj target) {
    if (!Guard.isOn(target)) {
      return new Step.DropNote(note.seenAs());
    }
    var status = target.object("status");
    if (Facts.number(status.find("observedGeneration"), 0)
        < Facts.number(Facts.member(target, "generation"), 1)) {
      return new Step.Await("the controller of " + scene.way().to() + " to see the set");
    }
    var waiting = findUnowned(target);
    if (waiting.isPresent()) {
      return new Step.Await(waiting.get() + " to be adopted");
    }
    var update = status.text("updateRevision");
    if (!note.revisions().isEmpty() && !update.equals(note.updateRevision())) {
      return straighten(target, update);
    }
    if (!status.text("currentRevision").equals(note.currentRevision()) && isCurrentInUse()) {
      return new Step.MapStatus(
          Json.of("status", Json.of("currentRevision", Json.of(note.currentRevision()))));
    }
    return new Step.LetGo(Guard.takeOff(target, note.target()));
  }

  /// Otherwise the new controller has reason to call the rollout over.
  private boolean isCurrentInUse() {
    return scene.pods().stream()
        .anyMatch(pod -> Facts.revision(pod).equals(note.currentRevision()));
  }

  /// Of the pods that were there and still are.
  private Optional<String> findUnowned(Json.Obj target) {
    return scene.pods().stream()
        .filter(pod -> Facts.uid(pod).equals(note.pods().get(Facts.name(pod))))
        .filter(pod -> !Facts.isTerminating(pod))
        .filter(pod -> !Facts.isControlledBy(pod, Facts.uid(target)))
        .map(Facts::name)
        .findFirst();
  }

  private Step straighten(Json.Obj target, String update) {
    var recorded =
        scene.revisions().stream()
            .filter(revision -> Facts.name(revision).equals(update))
            .filter(revision -> Facts.isControlledBy(revision, Facts.uid(target)))
            .findFirst();
    if (recorded.isPresent() && note.revisions().contains(update)) {
      return stuck(update);
    }
    if (recorded.isPresent()) {
      return Guard.hasDropped(target, update)
          ? stuck(update)
          : new Step.DropRevision(update, Facts.uid(recorded.get()));
    }
    return Guard.hasDropped(target, update)
        ? new Step.Await("the controller to find revision " + note.updateRevision())
        : new Step.Touch(Guard.marked(target, update));
  }

  private Step stuck(String update) {
    return new Step.Stuck(
        "the controller of %s takes revision %s for the template, and the pods have %s: a rolling update would restart them. Updates of the set are stopped (updateStrategy OnDelete), and nothing else is missing."
            .formatted(scene.way().to(), update, note.updateRevision()));
  }

  /// The pods that are not those of the note, by name: none, if all went well.
  public static List<String> replaced(Scene scene, Note note) {
    return note.pods().entrySet().stream()
        .filter(
            was ->
                scene.pods().stream()
                    .noneMatch(
                        pod ->
                            Facts.name(pod).equals(was.getKey())
                                && Facts.uid(pod).equals(was.getValue())))
        .map(java.util.Map.Entry::getKey)
        .toList();
  }
}
