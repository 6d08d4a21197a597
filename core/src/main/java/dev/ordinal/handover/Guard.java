package dev.ordinal.handover;

import dev.ordinal.model.json.Json;
import java.util.Optional;

/// Stops updates of a set that was just created, until its controller has found the pods up to
/// date. An annotation tells that the strategy is not the set's own.
final class Guard {
  private static final String MARK = "ordinal.dev/handover";
  private static final String STRATEGY = "updateStrategy";
  private static final Json.Obj STOPPED = Json.of("type", Json.of("OnDelete"));

  private Guard() {}

  static Json.Obj put(Json.Obj set, String from) {
    var metadata = set.object("metadata");
    var annotations = metadata.object("annotations").with(MARK, Json.of(from));
    return set.with("metadata", metadata.with("annotations", annotations))
        .with("spec", set.object("spec").with(STRATEGY, STOPPED));
  }

  static boolean isOn(Json.Obj set) {
    return mark(set).isPresent();
  }

  private static Optional<Json> mark(Json.Obj set) {
    return set.object("metadata").object("annotations").find(MARK);
  }

  /// Whether this revision was dropped, and the controller asked to look again.
  static boolean hasDropped(Json.Obj set, String revision) {
    return mark(set).equals(Optional.of(Json.of("dropped " + revision)));
  }

  static Json.Obj marked(Json.Obj set, String revision) {
    return patch(set, Json.of("dropped " + revision));
  }

  private static Json.Obj patch(Json.Obj set, Json mark) {
    return Json.of(
        "metadata",
        Json.of("uid", Json.of(Facts.uid(set))).with("annotations", Json.of(MARK, mark)));
  }

  /// A merge patch that gives the set the strategy of its manifest.
  static Json.Obj takeOff(Json.Obj set, Json.Obj manifest) {
    var strategy = manifest.object("spec").object(STRATEGY);
    var own = strategy.text("type").isEmpty() ? strategy.with("type", usual()) : strategy;
    return patch(set, new Json.Null()).with("spec", Json.of(STRATEGY, own));
  }

  private static Json usual() {
    return Json.of("RollingUpdate");
  }
}
