package dev.ordinal.plan;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A plan as a picture, one line a chain or hold. Tests, docs and traces share the notation:
///
/// ```
/// claim data-web-1 > create web-1 v1
/// hold web-2 WaitsForPod[pod=web-1, state=being created]
/// ```
public final class Sketch {
  private Sketch() {}

  public static String show(Plan plan) {
    var chains = plan.chains().stream().map(Sketch::show);
    var holds = plan.holds().stream().map(hold -> "hold " + hold.target() + " " + hold.reason());
    return Stream.concat(chains, holds).map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String show(Plan.Chain chain) {
    return chain.actions().stream().map(Sketch::show).collect(Collectors.joining(" > "));
  }

  public static String show(Action action) {
    return switch (action) {
      case Action.CreateRevision(var target, _) -> "revision " + target;
      case Action.CreateClaim(var target, _) -> "claim " + target;
      case Action.CreatePod(var target, var revision, _) -> "create " + target + " " + revision;
      case Action.DeletePod(var target, _, var cause) -> "delete " + target + " " + cause;
    };
  }
}
