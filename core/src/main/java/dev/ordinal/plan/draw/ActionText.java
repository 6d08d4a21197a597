package dev.ordinal.plan.draw;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;

/// An action in plain words, for the log: what was done, or could not be done.
public record ActionText(String done, String undone) {

  public static ActionText of(Action action) {
    return switch (action) {
      case Action.ConfirmSet(var set, _, _) -> text("read", "read", " set " + set);
      case Action.CheckTemplate(var revision, _, _) ->
          text("checked", "check", " the template of revision " + revision);
      case Action.CompareTemplates(var revision, _, _, _) ->
          text("compared", "compare", " the template with revision " + revision);
      case Action.CreateRevision(var revision, _) -> created(" revision " + revision);
      case Action.PatchRevision(var revision, var purpose, _) ->
          patched("revision " + revision, purpose);
      case Action.DeleteRevision(var revision, _) ->
          deleted(" revision " + revision + ", which nothing uses any more");
      case Action.CreateClaim(var claim, var pod, _) ->
          created(" claim " + claim + " for pod " + pod);
      case Action.PatchClaim(var claim, _) -> text("set", "set", " the owner of claim " + claim);
      case Action.GrowClaim(var claim, _, var size, _) ->
          text("asked", "ask", " for " + size + " for claim " + claim);
      case Action.CreatePod(var pod, var revision, _) ->
          created(" pod " + pod + " at revision " + revision);
      case Action.CreatePuller(var pod, var node, _) ->
          created(" pod " + pod + " to pull on node " + node);
      case Action.PatchPod(var pod, var purpose, _) -> patched("pod " + pod, purpose);
      case Action.PatchPodStatus(var pod, var purpose, _) -> patched("pod " + pod, purpose);
      case Action.CheckResize(var pod, _) -> text("checked", "check", " the resize of pod " + pod);
      case Action.ResizePod(var pod, _) ->
          text("changed", "change", " the resources of pod " + pod);
      case Action.DeletePod(var pod, _, _, var cause) ->
          deleted(" pod " + pod + ", " + because(cause));
      case Action.CreateJob(var job, _) -> created(" ImagePullJob " + job);
      case Action.UnlockJob(var job, _) ->
          text("removed", "remove", " the lock of kruise-manager from ImagePullJob " + job);
      case Action.DeleteJob(var job, _) -> deleted(" ImagePullJob " + job);
    };
  }

  private static ActionText text(String done, String undone, String object) {
    return new ActionText(done + object, "could not " + undone + object);
  }

  private static ActionText created(String object) {
    return text("created", "create", object);
  }

  private static ActionText deleted(String object) {
    return text("deleted", "delete", object);
  }

  private static ActionText patched(String object, Purpose purpose) {
    return switch (purpose) {
      case ADOPT -> text("adopted", "adopt", " " + object);
      case RELEASE ->
          text("released", "release", " " + object + ", whose labels do not match the selector");
      case IDENTITY -> text("restored", "restore", " the labels of " + object);
      case NUMBER -> text("made", "make", " " + object + " the newest");
      case BEGIN -> text("began", "begin", " to update " + object + " in place");
      case UPDATE -> text("wrote", "write", " the new template to " + object);
      case CLOSE_GATE -> text("closed", "close", " the readiness gate of " + object);
      case OPEN_GATE -> text("opened", "open", " the readiness gate of " + object);
      case PREPARE -> text("asked", "ask", " the hook of " + object);
      case SETTLE -> text("noted", "note", " that the hook of " + object + " is satisfied");
      case AHEAD -> text("noted", "note", " that the images of " + object + " are pulled ahead");
    };
  }

  private static String because(Cause cause) {
    return switch (cause) {
      case SCALE_DOWN -> "which is not wanted any more";
      case FINISHED -> "whose containers have ended";
      case UPDATE -> "which is to be updated";
      case STUCK -> "which is to be updated and is not available";
      case SPECIFIED -> "which is labelled for deletion";
      case PULL_NOTED -> "which has ended its pull";
      case PULL_AGAIN -> "whose pull is tried again";
      case PULL_UNWANTED -> "whose image is not wanted on its node";
    };
  }
}
