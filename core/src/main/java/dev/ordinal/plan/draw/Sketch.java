package dev.ordinal.plan.draw;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A plan as a picture, one line a chain or hold. Tests, docs and traces share the notation:
///
/// ```
/// claim data-web-1 > create web-1 v1
/// hold web-2 WaitsForPod[pod=web-1, state=not there yet]
/// ```
public final class Sketch {
  private Sketch() {}

  public static String show(Plan<?> plan) {
    var chains = plan.chains().stream().map(Sketch::show);
    var holds = plan.holds().stream().map(hold -> "hold " + hold.target() + " " + hold.reason());
    return Stream.concat(chains, holds).map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String show(Plan.Chain chain) {
    return chain.actions().stream().map(Sketch::show).collect(Collectors.joining(" > "));
  }

  public static String show(Action action) {
    return switch (action) {
      case Action.ConfirmSet(var target, _, _) -> "confirm " + target;
      case Action.CreateJob(var target, _) -> "pull " + target;
      case Action.UnlockJob(var target, _) -> "unlock " + target;
      case Action.DeleteJob(var target, _) -> "drop " + target;
      case Action.CheckTemplate(var target, _, _) -> "check " + target;
      case Action.CompareTemplates(var target, _, _, _) -> "compare " + target;
      case Action.CreateRevision(var target, _) -> "revision " + target;
      case Action.PatchRevision(var target, var purpose, _) -> "patch " + target + " " + purpose;
      case Action.DeleteRevision(var target, _) -> "forget " + target;
      case Action.CreateClaim(var target, _, _) -> "claim " + target;
      case Action.PatchClaim(var target, var body) -> "own " + target + " " + owners(body);
      case Action.GrowClaim(var target, _, var size, _) -> "grow " + target + " " + size;
      case Action.CreatePod(var target, var revision, _) -> "create " + target + " " + revision;
      case Action.CreatePuller(var target, var node, _) -> "create " + target + " " + node;
      case Action.PatchPod(var target, var purpose, _) -> "patch " + target + " " + purpose;
      case Action.PatchPodStatus(var target, var purpose, _) -> "patch " + target + " " + purpose;
      case Action.CheckResize(var target, _) -> "check resize " + target;
      case Action.ResizePod(var target, _) -> "resize " + target;
      case Action.DeletePod(var target, _, _, var cause) -> "delete " + target + " " + cause;
    };
  }

  /// The owners a patch adds and, with a minus, those it takes away.
  private static String owners(Json.Obj body) {
    return body.object("metadata").items("ownerReferences").stream()
        .map(Json.Obj.class::cast)
        .map(
            reference ->
                reference.find("$patch").isPresent()
                    ? "-" + reference.text("uid")
                    : "+" + reference.text("uid"))
        .collect(Collectors.joining(" "));
  }
}
