package dev.ordinal.plan;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.draw.Sketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A set that lives through its plans, without a server: what a plan does happens, one step later
/// pods that started are ready, pods that were deleted are gone and claims have grown. A template
/// whose image begins with `bad` never gets ready. The script is what was done, one line a step.
public final class Play {
  private static final int STEPS = 100;

  private final TreeMap<Integer, String> pods = new TreeMap<>();
  private final TreeMap<String, String> claims = new TreeMap<>();
  private final List<String> script = new ArrayList<>();
  private List<String> revisions = List.of();
  private SetStatus status = SetStatus.NONE;
  private String rules;

  private Play(String rules) {
    this.rules = rules;
  }

  public static Play of(String rules) {
    return new Play(rules);
  }

  /// The user changes the set, and the play continues.
  public Play change(String newRules) {
    rules = newRules;
    return this;
  }

  /// As many steps, whatever happens.
  public Play steps(int count) {
    for (var i = 0; i < count; i++) {
      step();
    }
    return this;
  }

  /// The pod is removed from outside.
  public Play lose(int ordinal) {
    pods.remove(ordinal);
    return this;
  }

  /// What has happened so far is not told.
  public Play forget() {
    script.clear();
    return this;
  }

  /// Until nothing happens any more. The last line tells how the set feels then.
  public String end() {
    for (var i = 0; step(); i++) {
      if (i == STEPS) {
        throw new AssertionError("no end after " + script);
      }
    }
    var ready = status.findCondition("Ready").orElseThrow();
    script.add(plan().isAtRest() ? "rest" : ready.reason() + ": " + ready.message());
    return script.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private Plan<SetStatus> plan() {
    var recorded = revisions.isEmpty() ? "" : " revisions=" + String.join(",", revisions);
    var drawn =
        pods.entrySet().stream()
            .map(pod -> pod.getKey() + ":" + pod.getValue())
            .collect(Collectors.joining(" "));
    var sized =
        claims.entrySet().stream()
            .map(claim -> claim.getKey() + ":" + claim.getValue())
            .collect(Collectors.joining(" "));
    return Picture.of(rules + recorded, drawn).claims(sized).with(status).plan();
  }

  private boolean step() {
    revisions = withNewest(revisions);
    var plan = plan();
    var actions = plan.chains().stream().flatMap(chain -> chain.actions().stream()).toList();
    var isMoving = timePasses() || !actions.isEmpty() || !plan.status().equals(status);
    actions.forEach(this::happens);
    if (!actions.isEmpty()) {
      script.add(actions.stream().map(Sketch::show).collect(Collectors.joining(", ")));
    }
    status = plan.status();
    return isMoving;
  }

  /// Pictures name revisions by their image, so that recording one is not shown here.
  private List<String> withNewest(List<String> known) {
    var newest = Rules.parse(rules).image();
    if (known.contains(newest)) {
      return known;
    }
    var all = new ArrayList<>(known);
    all.add(newest);
    return all;
  }

  private boolean timePasses() {
    var before = List.of(Map.copyOf(pods), Map.copyOf(claims));
    pods.values().removeIf(pod -> pod.endsWith(":terminating"));
    pods.replaceAll((_, pod) -> later(pod));
    claims.replaceAll((_, size) -> size.split("/")[0]);
    return !before.equals(List.of(pods, claims));
  }

  private static String later(String pod) {
    var state = pod.startsWith("bad") ? ":pull" : ":ready";
    return pod.replace(":starting", state);
  }

  private void happens(Action action) {
    var ordinal = Scene.ordinal(action.target());
    switch (action) {
      case Action.CreatePod(_, var revision, _) -> pods.put(ordinal, revision + ":starting");
      case Action.CreateClaim(var name, _, var body) -> claims.put(name, size(body));
      case Action.GrowClaim(var name, _, var size, _) ->
          claims.computeIfPresent(name, (_, old) -> size + "/" + old);
      case Action.DeletePod _ -> pods.computeIfPresent(ordinal, (_, pod) -> going(pod));
      case Action.PatchRevision(var name, _, _) -> {
        revisions = revisions.stream().filter(each -> !each.equals(name)).toList();
        revisions = withNewest(revisions);
      }
      case Action.DeleteRevision(var name, _) ->
          revisions = revisions.stream().filter(each -> !each.equals(name)).toList();
      case Action.ConfirmSet _,
          Action.CreatePuller _,
          Action.CheckTemplate _,
          Action.CompareTemplates _,
          Action.CreateRevision _,
          Action.PatchClaim _,
          Action.PatchPod _,
          Action.PatchPodStatus _,
          Action.CheckResize _,
          Action.ResizePod _,
          Action.CreateJob _,
          Action.UnlockJob _,
          Action.DeleteJob _ ->
          throw new AssertionError("not part of the play: " + action);
    }
  }

  private static String size(Json.Obj claim) {
    return claim.object("spec").object("resources").object("requests").text("storage");
  }

  private static String going(String pod) {
    return pod.substring(0, pod.indexOf(':')) + ":terminating";
  }
}
