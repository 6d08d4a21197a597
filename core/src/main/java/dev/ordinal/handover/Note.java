package dev.ordinal.handover;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is needed to go on after a crash, kept in the cluster from the first step to the last: for
/// a while neither object exists.
///
/// @param source the set as it was
/// @param target the set as it is to be
/// @param revisions the names of those that there were
/// @param pods their uids by name
/// @param seenAs the uid and the version of the ConfigMap; empty before it is written
public record Note(
    Json.Obj source,
    Json.Obj target,
    SortedSet<String> revisions,
    SortedMap<String, String> pods,
    Json.Obj seenAs) {
  public static final String KEY = "handover.json";
  public static final String LABEL = "ordinal.dev/handover";

  public Note {
    revisions = Collections.unmodifiableSortedSet(new TreeSet<>(revisions));
    pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
  }

  /// Reads what [#body] has written under [#KEY].
  ///
  /// @param metadata of the ConfigMap
  public static Note read(Json.Obj text, Json.Obj metadata) {
    var revisions = new TreeSet<String>();
    text.object("revisions").members().keySet().forEach(revisions::add);
    var pods = new TreeMap<String, String>();
    text.object("pods")
        .members()
        .keySet()
        .forEach(name -> pods.put(name, text.object("pods").text(name)));
    var seenAs =
        metadata.text("uid").isEmpty()
            ? Json.EMPTY
            : Json.of("uid", Json.of(metadata.text("uid")))
                .with("resourceVersion", Json.of(metadata.text("resourceVersion")));
    return new Note(text.object("source"), text.object("target"), revisions, pods, seenAs);
  }

  /// The ConfigMap. It has the labels of the set, to be found by the same selector.
  ///
  /// @param replaced the one that is there, as it was seen; empty for none
  Json.Obj body(Way way, Json.Obj replaced) {
    var named = new TreeMap<String, String>();
    revisions.forEach(revision -> named.put(revision, ""));
    var text =
        Json.of("source", source)
            .with("target", target)
            .with("revisions", Json.strings(named))
            .with("pods", Json.strings(pods));
    var name = way.noteName(Facts.name(source));
    var labels = source.object("metadata").object("labels").with(LABEL, Json.of(way.verb()));
    return Json.of("apiVersion", Json.of("v1"))
        .with("kind", Json.of("ConfigMap"))
        .with("metadata", replaced.with("name", Json.of(name)).with("labels", labels))
        .with("data", Json.of(KEY, Json.of(JsonText.write(text))));
  }

  /// What pods below the partition are made from.
  String currentRevision() {
    return source.object("status").text("currentRevision");
  }

  String updateRevision() {
    return source.object("status").text("updateRevision");
  }

  /// Whether the set has changed since this was written.
  boolean isOf(Json.Obj set) {
    return Facts.uid(set).equals(Facts.uid(source))
        && Facts.member(set, "generation").equals(Facts.member(source, "generation"))
        && List.of("currentRevision", "updateRevision").stream()
            .allMatch(
                field ->
                    set.object("status").text(field).equals(source.object("status").text(field)));
  }
}
