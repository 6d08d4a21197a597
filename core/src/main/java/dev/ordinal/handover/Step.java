package dev.ordinal.handover;

import dev.ordinal.model.json.Json;

/// What comes next for a set that changes hands: at most one write each, so that an interrupted run
/// continues where it stopped.
public sealed interface Step {
  /// Keep in the cluster what a later run needs. Where it replaces an older note it has the uid and
  /// the version of that one.
  record WriteNote(Json.Obj body) implements Step {}

  /// Delete the set and leave its pods, claims and revisions. The version is the one that the note
  /// is about.
  record Orphan(String uid, String version) implements Step {}

  /// Create the set on the other side, with updates stopped.
  record CreateSet(Json.Obj body) implements Step {}

  /// Tell the other side what pods below the partition are made from.
  record MapStatus(Json.Obj patch) implements Step {}

  /// Delete a revision that the other side has recorded before it saw those that there are.
  record DropRevision(String name, String uid) implements Step {}

  /// Change the set, so that its controller looks at it again.
  record Touch(Json.Obj patch) implements Step {}

  /// Give the set its own update strategy.
  record LetGo(Json.Obj patch) implements Step {}

  /// Delete the note that was seen: there may be one of a later move by now.
  record DropNote(Json.Obj preconditions) implements Step {}

  /// Another program has to do something first.
  record Await(String what) implements Step {}

  /// Nothing is left to do.
  record Done() implements Step {}

  /// It cannot go on; the sentence says why, and what can be done.
  record Stuck(String sentence) implements Step {}
}
