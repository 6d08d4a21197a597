package dev.ordinal.handover;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What there is of one set, on both sides.
///
/// @param source the set in the hands that it leaves
/// @param target the set in the hands that it comes into
/// @param note what an earlier run has left
/// @param pods those of the set's names
/// @param revisions those that the set's selector finds, without those of other sets
public record Scene(
    Way way,
    Optional<Json.Obj> source,
    Optional<Json.Obj> target,
    Optional<Note> note,
    List<Json.Obj> pods,
    List<Json.Obj> revisions) {
  public Scene {
    pods = List.copyOf(pods);
    revisions = List.copyOf(revisions);
  }

  /// Of all pods and revisions of a namespace, those that concern this set.
  public static Scene of(Way way, Found found, Neighbours all) {
    var source = found.source();
    var target = found.target();
    var note = found.note();
    var set = source.or(() -> target).or(() -> note.map(Note::source)).orElse(Json.EMPTY);
    var selector = set.object("spec").object("selector");
    var pods =
        all.pods().stream()
            .filter(pod -> Names.ordinal(Facts.name(set), Facts.name(pod)) >= 0)
            .filter(pod -> isOf(selector, pod))
            .toList();
    var sets =
        Stream.of(source, target, note.map(Note::source))
            .flatMap(Optional::stream)
            .map(Facts::uid)
            .toList();
    var revisions =
        all.revisions().stream()
            .filter(each -> isOf(selector, each) && isFreeFor(sets, each))
            .toList();
    return new Scene(way, source, target, note, pods, revisions);
  }

  /// Whether no other set controls a revision: sets with the same labels find each other's.
  private static boolean isFreeFor(List<String> sets, Json.Obj revision) {
    return Facts.controller(revision).map(owner -> sets.contains(owner.text("uid"))).orElse(true);
  }

  /// What there is of the set itself.
  public record Found(Optional<Json.Obj> source, Optional<Json.Obj> target, Optional<Note> note) {}

  /// All pods and revisions of the namespace.
  public record Neighbours(List<Json.Obj> pods, List<Json.Obj> revisions) {
    public Neighbours {
      pods = List.copyOf(pods);
      revisions = List.copyOf(revisions);
    }
  }

  private static boolean isOf(Json.Obj selector, Json.Obj object) {
    return Facts.selects(selector, object.object("metadata").object("labels"));
  }

  /// What an attempt that begins now has to remember.
  Note newNote(Json.Obj from) {
    var known = new TreeSet<String>();
    revisions.forEach(revision -> known.add(Facts.name(revision)));
    var uids = new TreeMap<String, String>();
    pods.forEach(pod -> uids.put(Facts.name(pod), Facts.uid(pod)));
    return new Note(from, Manifest.of(from, way).body(), known, uids, Json.EMPTY);
  }
}
