package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.reply.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Refuses pods, resizes and claims that exceed a ResourceQuota, and pods that do not say how much
/// of a limited resource they need; reports what is used. Namespaces without a quota cost nothing.
public final class QuotaController {
  private final ApiServer server;
  private final SortedMap<String, SortedMap<String, Json.Obj>> quotas = new TreeMap<>();
  private final TreeSet<String> pending = new TreeSet<>();

  public QuotaController(ApiServer server) {
    this.server = server;
    server.listen(this::note);
    server.add(this::admit);
  }

  private void note(Change change) {
    var metadata = change.object().object("metadata");
    var namespace = metadata.text("namespace");
    switch (change.resource().storage()) {
      case "/resourcequotas" -> {
        var all = quotas.computeIfAbsent(namespace, _ -> new TreeMap<>());
        if (change.type() == Change.Type.DELETED) {
          all.remove(metadata.text("name"));
        } else {
          all.put(metadata.text("name"), change.object());
          pending.add(namespace);
        }
      }
      case "/pods", "/persistentvolumeclaims" -> {
        if (quotas.containsKey(namespace)) {
          pending.add(namespace);
        }
      }
      default -> {}
    }
  }

  private Optional<Refusal> admit(Request request, Json.Obj object) {
    var target = request.target();
    var all = quotas.get(target.namespace());
    if (all == null || !isCounted(request)) {
      return Optional.empty();
    }
    var isPod = target.resource().storage().equals("/pods");
    var before =
        request.verb() == Request.Verb.CREATE ? Usage.NOTHING : usage(isPod, stored(target));
    var wanted = usage(isPod, object).beyond(before);
    var name = object.object("metadata").text("name");
    return all.values().stream()
        .flatMap(
            quota ->
                (isPod ? findUnspecified(quota, object) : Optional.<String>empty())
                    .or(() -> findExcess(quota, target.namespace(), wanted)).stream())
        .map(words -> Refusal.forbidden(target.resource().subject(name), words))
        .findFirst();
  }

  /// New pods and resizes, new claims and larger ones.
  private static boolean isCounted(Request request) {
    var part = request.target().part();
    var isChange = request.verb() == Request.Verb.UPDATE || request.verb() == Request.Verb.PATCH;
    return switch (request.target().resource().storage()) {
      case "/pods" ->
          isChange
              ? part.equals("resize")
              : request.verb() == Request.Verb.CREATE && part.isEmpty();
      case "/persistentvolumeclaims" ->
          part.isEmpty() && (isChange || request.verb() == Request.Verb.CREATE);
      default -> false;
    };
  }

  private static Usage usage(boolean isPod, Json.Obj object) {
    return isPod ? Usage.ofPod(object) : Usage.ofClaim(object);
  }

  private Json.Obj stored(Target target) {
    var whole =
        server.target("v1", target.resource().names().plural(), target.namespace(), target.name());
    return server.handle(Request.get(whole), Instant.EPOCH).body();
  }

  /// Each container has to say how much it needs of what the quota limits.
  private static Optional<String> findUnspecified(Json.Obj quota, Json.Obj pod) {
    var missing = new TreeMap<String, TreeSet<String>>();
    for (var resource : quota.object("spec").object("hard").members().keySet()) {
      Usage.containersWithout(pod, resource)
          .forEach(name -> missing.computeIfAbsent(resource, _ -> new TreeSet<>()).add(name));
    }
    var words =
        missing.entrySet().stream()
            .map(each -> each.getKey() + " for: " + String.join(",", each.getValue()))
            .toList();
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "failed quota: %s: must specify %s"
                .formatted(quota.object("metadata").text("name"), String.join("; ", words)));
  }

  private Optional<String> findExcess(Json.Obj quota, String namespace, Usage wanted) {
    if (wanted.amounts().isEmpty()) {
      return Optional.empty();
    }
    var used = used(namespace);
    var requested = new ArrayList<String>();
    var before = new ArrayList<String>();
    var limits = new ArrayList<String>();
    for (var limit : quota.object("spec").object("hard").members().entrySet()) {
      var resource = limit.getKey();
      var text = limit.getValue() instanceof Json.Str(var found) ? found : "";
      if (wanted.exceeds(resource, used, text)) {
        requested.add(resource + "=" + wanted.text(resource));
        before.add(resource + "=" + used.text(resource));
        limits.add(resource + "=" + text);
      }
    }
    return requested.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "exceeded quota: %s, requested: %s, used: %s, limited: %s"
                .formatted(
                    quota.object("metadata").text("name"),
                    String.join(",", requested),
                    String.join(",", before),
                    String.join(",", limits)));
  }

  private Usage used(String namespace) {
    var sum = Usage.NOTHING;
    for (var pod : list("pods", namespace)) {
      sum = sum.plus(Usage.ofPod((Json.Obj) pod));
    }
    for (var claim : list("persistentvolumeclaims", namespace)) {
      sum = sum.plus(Usage.ofClaim((Json.Obj) claim));
    }
    return sum;
  }

  private List<Json> list(String plural, String namespace) {
    var all = server.target("v1", plural, namespace, "");
    return server
        .handle(Request.list(all, Request.Query.NONE), Instant.EPOCH)
        .body()
        .items("items");
  }

  /// Updates the status of one namespace's quotas. Returns false when none is due.
  public boolean step(Instant now) {
    var namespace = pending.pollFirst();
    if (namespace == null) {
      return false;
    }
    var used = used(namespace);
    for (var quota : List.copyOf(quotas.getOrDefault(namespace, new TreeMap<>()).values())) {
      var hard = quota.object("spec").object("hard");
      var amounts = new TreeMap<String, Json>();
      hard.members().keySet().forEach(name -> amounts.put(name, Json.of(used.text(name))));
      var status = Json.of("hard", hard).with("used", new Json.Obj(amounts));
      if (!status.equals(quota.object("status"))) {
        var target =
            new Target(
                server.registry().require("v1", "resourcequotas"),
                namespace,
                quota.object("metadata").text("name"),
                "status");
        server.handle(
            Request.patch(target, Request.Form.MERGE_PATCH, Json.of("status", status)), now);
      }
    }
    return true;
  }
}
