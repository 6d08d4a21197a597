package dev.ordinal.plan;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.OptionalLong;

/// One API call, decided and not yet made. It carries what it was decided on, so that a stale view
/// cannot do harm.
public sealed interface Action {
  /// The name of the object the call is about.
  String target();

  /// What is done to the object. Each verb fails, and waits to be tried again, by itself.
  default String verb() {
    return switch (this) {
      case CreateRevision _, CreateClaim _, CreatePod _, CreatePuller _ -> "Create";
      // Not a pod of the set: its conditions do not count these.
      case CreateJob _ -> "CreateImagePullJob";
      case DeleteJob _ -> "DeleteImagePullJob";
      case ConfirmSet _,
          CheckTemplate _,
          CompareTemplates _,
          PatchRevision _,
          PatchClaim _,
          PatchPod _,
          UnlockJob _ ->
          "Update";
      // Another permission than for the pod itself: where only one of the two fails, the gate can
      // be opened again.
      case PatchPodStatus _ -> "UpdateStatus";
      case GrowClaim _, CheckResize _, ResizePod _ -> "Resize";
      case DeleteRevision _, DeletePod _ -> "Delete";
    };
  }

  /// Whether a pod comes, goes or changes by it, so that the set is not at rest.
  default boolean isMove() {
    return switch (this) {
      case CreatePod _, DeletePod _, GrowClaim _ -> true;
      case PatchPod patch -> patch.purpose().isMove();
      case PatchPodStatus patch -> patch.purpose().isMove();
      case ConfirmSet _,
          CheckTemplate _,
          CompareTemplates _,
          CreateRevision _,
          PatchRevision _,
          DeleteRevision _,
          CreateClaim _,
          PatchClaim _,
          CreatePuller _,
          CheckResize _,
          ResizePod _,
          CreateJob _,
          UnlockJob _,
          DeleteJob _ ->
          false;
    };
  }

  /// Asks the API server itself whether the set is still the one we know, and staying. Comes first
  /// in a chain that takes objects into possession. With a generation it comes before what cannot
  /// be undone: the spec that asks for it must be the one that the server has.
  record ConfirmSet(String target, String uid, OptionalLong generation) implements Action {}

  /// A dry run of what a new revision would create; its result is in the next snapshot.
  record CheckTemplate(String target, Json.Obj pod, List<Json.Obj> claims) implements Action {
    public CheckTemplate {
      claims = List.copyOf(claims);
    }
  }

  /// A dry run of two templates that our own knowledge tells apart: filled in by the API server
  /// they may be the same. `written` is the hash of the newer one as the user wrote it.
  record CompareTemplates(String target, String written, Json.Obj older, Json.Obj newer)
      implements Action {}

  record CreateRevision(String target, Json.Obj body) implements Action {}

  record PatchRevision(String target, Purpose purpose, Json.Obj body) implements Action {}

  record DeleteRevision(String target, String uid) implements Action {}

  record CreateClaim(String target, String pod, Json.Obj body) implements Action {}

  record PatchClaim(String target, Json.Obj body) implements Action {}

  /// Asks for a bigger volume. The body carries the version that was too small: a claim that has
  /// been given more meanwhile is not made smaller.
  record GrowClaim(String target, String pod, String size, Json.Obj body) implements Action {}

  record CreatePod(String target, String revision, Json.Obj body) implements Action {}

  /// Creates the pod that makes the kubelet of one node pull the image of a job.
  record CreatePuller(String target, String node, Json.Obj body) implements Action {}

  record PatchPod(String target, Purpose purpose, Json.Obj body) implements Action {}

  record PatchPodStatus(String target, Purpose purpose, Json.Obj body) implements Action {}

  /// A dry run of a resize, before anything else of the update touches the pod.
  record CheckResize(String target, Json.Obj body) implements Action {}

  /// Gives running containers other resources.
  record ResizePod(String target, Json.Obj body) implements Action {}

  /// `uid` pins the delete to the pod that was seen: its successor under the same name is safe.
  /// `version` pins it to the very state that condemned it: a pod that has recovered is safe too.
  record DeletePod(String target, String uid, OptionalLong version, Cause cause)
      implements Action {}

  record CreateJob(String target, Json.Obj body) implements Action {}

  /// Lets go of a job that kruise-manager has locked.
  record UnlockJob(String target, Json.Obj body) implements Action {}

  record DeleteJob(String target, String uid) implements Action {}

  /// Why a pod is deleted.
  enum Cause {
    SCALE_DOWN,
    FINISHED,
    UPDATE,
    STUCK,
    SPECIFIED,
    /// It pulled an image, or could not, and that has been noted.
    PULL_NOTED,
    /// The pod of the next attempt to pull is there.
    PULL_AGAIN,
    /// The image is not asked for on its node, or not any more.
    PULL_UNWANTED
  }

  /// What a patch is for.
  enum Purpose {
    ADOPT,
    RELEASE,
    IDENTITY,
    NUMBER,
    /// Traffic is sent away, and the change waits until it has gone.
    BEGIN,
    UPDATE,
    CLOSE_GATE,
    OPEN_GATE,
    /// A hook is asked before the pod is updated or deleted.
    PREPARE,
    /// The pod's life goes on.
    SETTLE,
    /// The images of a revision have been asked for ahead.
    AHEAD;

    boolean isMove() {
      return switch (this) {
        case BEGIN, UPDATE, PREPARE -> true;
        case ADOPT, RELEASE, IDENTITY, NUMBER, CLOSE_GATE, OPEN_GATE, SETTLE, AHEAD -> false;
      };
    }
  }
}
