package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The query options of a write, and those in the body of a delete.
final class Options {
  private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");

  private Options() {}

  /// Refuses invalid options; `kind` is that of the options, such as CreateOptions.
  static void check(String kind, Query query) {
    var faults = new ArrayList<Fault>();
    var dryRun = query.text("dryRun");
    if (!dryRun.isEmpty() && !dryRun.equals("All")) {
      var given = Json.of(List.of(Json.of(dryRun)));
      faults.add(Fault.unsupported("dryRun", given, List.of("All")));
    }
    var validation = query.text("fieldValidation");
    var degrees = List.of("", "Ignore", "Strict", "Warn");
    if (!degrees.contains(validation)) {
      faults.add(Fault.unsupported("fieldValidation", Json.of(validation), degrees));
    }
    refuse(kind, faults);
  }

  private static void refuse(String kind, List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw Refusal.invalid(new Subject("meta.k8s.io", kind, ""), faults);
    }
  }

  static void requireManager(Query query) {
    if (query.text("fieldManager").isEmpty()) {
      refuse(
          "PatchOptions", List.of(Fault.required("fieldManager", "is required for apply patch")));
    }
  }

  /// DeleteOptions from the body, or else from the query.
  record Deletion(Json.Obj preconditions, OptionalLong grace, String policy, boolean isDryRun) {
    static Deletion of(Request request) {
      var body = request.body().object();
      var query = request.query();
      var policy = body.text("propagationPolicy");
      var dry = query.text("dryRun").equals("All") || body.items("dryRun").contains(Json.of("All"));
      return new Deletion(
          body.object("preconditions"),
          grace(body, query),
          policy.isEmpty() ? query.text("propagationPolicy") : policy,
          dry);
    }

    private static OptionalLong grace(Json.Obj body, Query query) {
      var text =
          body.members().get("gracePeriodSeconds") instanceof Json.Num(var literal)
              ? literal
              : query.text("gracePeriodSeconds");
      try {
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
      } catch (NumberFormatException _) {
        throw Refusal.badRequest("gracePeriodSeconds is no number: " + text);
      }
    }

    void check() {
      if (!policy.isEmpty() && !POLICIES.contains(policy)) {
        var choices = new ArrayList<>(POLICIES);
        choices.add("nil");
        refuse(
            "DeleteOptions",
            List.of(Fault.unsupported("propagationPolicy", Json.of(policy), choices)));
      }
    }
  }
}
