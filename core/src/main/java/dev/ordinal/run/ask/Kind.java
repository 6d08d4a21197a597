package dev.ordinal.run.ask;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;

/// The kinds of objects that the controller watches and writes.
public enum Kind {
  SET,
  POD,
  CLAIM,
  REVISION,
  CLASS,
  JOB,
  NODE,
  /// Never stored: a dry run shows how the API server fills in a template.
  TEMPLATE;

  public static Kind of(View view) {
    return switch (view) {
      case SetView _ -> SET;
      case PodView _ -> POD;
      case ClaimView _ -> CLAIM;
      case RevisionView _ -> REVISION;
      case ClassView _ -> CLASS;
      case JobView _ -> JOB;
      case NodeView _ -> NODE;
    };
  }

  public static Kind of(Action action) {
    return switch (action) {
      case Action.ConfirmSet _ -> SET;
      case Action.CheckTemplate _,
          Action.CreatePod _,
          Action.CreatePuller _,
          Action.PatchPod _,
          Action.PatchPodStatus _,
          Action.CheckResize _,
          Action.ResizePod _,
          Action.DeletePod _ ->
          POD;
      case Action.CreateClaim _, Action.PatchClaim _, Action.GrowClaim _ -> CLAIM;
      case Action.CompareTemplates _,
          Action.CreateRevision _,
          Action.PatchRevision _,
          Action.DeleteRevision _ ->
          REVISION;
      case Action.CreateJob _, Action.UnlockJob _, Action.DeleteJob _ -> JOB;
    };
  }
}
