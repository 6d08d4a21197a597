package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.control.SelectedPods.Selector;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.kind.strategy.Labels;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Writes the status of disruption budgets: how many pods each expects, has and may lose.
public final class DisruptionController {
  /// After this time a pod that should have been evicted and still exists counts as not evicted.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ApiServer server;
  private final SelectedPods selected;
  private final TreeMap<String, Target> pending = new TreeMap<>();

  public DisruptionController(ApiServer server) {
    this.server = server;
    this.selected = new SelectedPods(server);
    server.listen(this::note);
  }

  private void note(Change change) {
    switch (change.resource().storage()) {
      case "/pods" -> selected.note(change).forEach(choice -> enqueue(choice.owner()));
      case "policy/poddisruptionbudgets" -> {
        if (change.type() == Change.Type.DELETED) {
          selected.remove(change.object());
        } else {
          noteBudget(change);
        }
      }
      default -> {}
    }
  }

  private void noteBudget(Change change) {
    var budget = change.object();
    var spec = budget.object("spec");
    if (change.before().filter(old -> old.object("spec").equals(spec)).isEmpty()) {
      var selector = spec.object("selector");
      selected.put(
          budget, pod -> spec.find("selector").isPresent() && Labels.select(selector, pod));
      enqueue(budget);
    }
  }

  private void enqueue(Json.Obj budget) {
    var metadata = budget.object("metadata");
    var target =
        server.target(
            "policy/v1", "poddisruptionbudgets", metadata.text("namespace"), metadata.text("name"));
    pending.put(target.namespace() + "/" + target.name(), target);
  }

  /// Handles one budget. Returns false when none is due.
  public boolean step(Instant now) {
    var next = pending.pollFirstEntry();
    if (next == null) {
      return false;
    }
    var target = next.getValue();
    var reply = server.handle(Request.get(target), now);
    selected
        .find(target.namespace(), target.name())
        .filter(_ -> reply.isOk())
        .ifPresent(choice -> tell(target, reply.body(), choice, now));
    return true;
  }

  private void tell(Target target, Json.Obj budget, Selector choice, Instant now) {
    var disrupted = stillDisrupted(budget, choice, now);
    var healthy =
        choice.pods().entrySet().stream()
            .filter(each -> isHealthy(each.getValue()) && !disrupted.contains(each.getKey()))
            .count();
    var expected = expected(choice);
    var desired = desired(budget.object("spec"), expected);
    var allowed = expected == 0 ? 0 : Math.max(0, healthy - desired);
    var remembered = new TreeMap<>(budget.object("status").object("disruptedPods").members());
    // A merge patch must name the fields to remove.
    remembered.replaceAll((name, time) -> disrupted.contains(name) ? time : new Json.Null());
    var status =
        Json.of("currentHealthy", Json.of(healthy))
            .with("desiredHealthy", Json.of(desired))
            .with("expectedPods", Json.of(expected))
            .with("disruptionsAllowed", Json.of(allowed))
            .with("disruptedPods", new Json.Obj(remembered))
            .with("conditions", Json.of(List.of(condition(budget, allowed > 0, now))));
    server.handle(
        Request.patch(target.part("status"), Request.Form.MERGE_PATCH, Json.of("status", status)),
        now);
  }

  private static Json.Obj condition(Json.Obj budget, boolean isAllowed, Instant now) {
    var wanted = isAllowed ? "True" : "False";
    for (var each : budget.object("status").items("conditions")) {
      if (((Json.Obj) each).text("status").equals(wanted)) {
        return (Json.Obj) each;
      }
    }
    return Json.of("type", Json.of("DisruptionAllowed"))
        .with("status", Json.of(wanted))
        .with("reason", Json.of(isAllowed ? "SufficientPods" : "InsufficientPods"))
        .with("message", Json.of(""))
        .with(
            "lastTransitionTime",
            Json.of(now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString()));
  }

  private static boolean isHealthy(Json.Obj pod) {
    return SelectedPods.isReady(pod) && pod.object("metadata").find("deletionTimestamp").isEmpty();
  }

  /// Pods whose eviction was granted and is not visible yet.
  private static Set<String> stillDisrupted(Json.Obj budget, Selector choice, Instant now) {
    var names = new TreeSet<String>();
    budget
        .object("status")
        .object("disruptedPods")
        .members()
        .forEach(
            (name, time) -> {
              var pod = choice.pods().get(name);
              var isRecent =
                  time instanceof Json.Str(var text)
                      && Instant.parse(text).plus(PATIENCE).isAfter(now);
              if (pod != null
                  && isRecent
                  && pod.object("metadata").find("deletionTimestamp").isEmpty()) {
                names.add(name);
              }
            });
    return names;
  }

  /// The number that the controllers of the pods ask for.
  private long expected(Selector choice) {
    var owners = new TreeMap<String, Long>();
    for (var pod : choice.pods().values()) {
      var namespace = pod.object("metadata").text("namespace");
      pod.object("metadata").items("ownerReferences").stream()
          .map(Json.Obj.class::cast)
          .filter(owner -> owner.find("controller").filter(Json.of(true)::equals).isPresent())
          .findFirst()
          .ifPresentOrElse(
              owner -> owners.computeIfAbsent(owner.text("uid"), _ -> replicas(owner, namespace)),
              () -> owners.merge("", 1L, Long::sum));
    }
    return owners.values().stream().mapToLong(Long::longValue).sum();
  }

  private long replicas(Json.Obj owner, String namespace) {
    return server.registry().stored().stream()
        .filter(each -> isKind(each, owner))
        .map(each -> new Target(each, namespace, owner.text("name"), ""))
        .map(target -> server.handle(Request.get(target), Instant.EPOCH).body().object("spec"))
        .map(spec -> spec.members().get("replicas"))
        .filter(Json.Num.class::isInstance)
        .map(count -> Long.parseLong(((Json.Num) count).literal()))
        .findFirst()
        .orElse(1L);
  }

  private static boolean isKind(Resource resource, Json.Obj owner) {
    var names = resource.names();
    return names.kind().equals(owner.text("kind"))
        && owner.text("apiVersion").startsWith(names.group());
  }

  private static long desired(Json.Obj spec, long expected) {
    var unavailable = spec.find("maxUnavailable");
    return unavailable.isPresent()
        ? Math.max(0, expected - count(unavailable.get(), expected))
        : count(spec.find("minAvailable").orElse(Json.of(0)), expected);
  }

  /// Percentages are rounded up.
  private static long count(Json value, long expected) {
    return switch (value) {
      case Json.Num(var literal) -> Long.parseLong(literal);
      case Json.Str(var text) -> (Long.parseLong(text.replace("%", "")) * expected + 99) / 100;
      case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> 0;
    };
  }
}
