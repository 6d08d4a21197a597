package dev.ordinal.diff;

import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.JsonSource;
import java.util.List;

/// What users of OpenKruise do that a native set cannot, and some of what it can.
final class KruiseScenarios {
  private static final String SPECIFIED = "apps.kruise.io/specified-delete";

  private KruiseScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("scale-ordered", ordered(1), KruiseScenarios::scale),
        new Scenario("scale-parallel", parallel(1), KruiseScenarios::scale),
        new Scenario("update-ordered", ordered(3), KruiseScenarios::update),
        new Scenario("canary", ordered(3).partition(2), KruiseScenarios::update),
        new Scenario("on-delete", ordered(2).onDelete(), KruiseScenarios::byHand),
        new Scenario("two-at-a-time", parallel(4).maxUnavailable(2), KruiseScenarios::update),
        new Scenario("in-place", inPlace(ordered(3)), KruiseScenarios::update),
        new Scenario("in-place-parallel", inPlace(parallel(3)), KruiseScenarios::update),
        new Scenario("in-place-and-back", inPlace(ordered(2)), KruiseScenarios::thereAndBack),
        new Scenario("paused", rolling(ordered(2), "\"paused\": true"), KruiseScenarios::unpause),
        new Scenario("reserved", reserve(ordered(2), 1), KruiseScenarios::reserveAnother),
        new Scenario(
            "streaming",
            spec(parallel(1).readyWhenTold(), "scaleStrategy", "{\"maxUnavailable\": 2}"),
            KruiseScenarios::stream),
        new Scenario("specified", parallel(3), set -> specify(set, "web-1")),
        new Scenario("specified-ordered", ordered(3), set -> specify(set, "web-0")),
        new Scenario("priority", byRank(parallel(3)), KruiseScenarios::rank),
        new Scenario("delete-hook", preDelete(ordered(2)), KruiseScenarios::hook),
        new Scenario("kept-claims", ordered(2).claims(), KruiseScenarios::scaleDown),
        new Scenario(
            "claims-that-go", ordered(2).claims().retention("Retain", "Delete"),
            KruiseScenarios::scaleDown));
  }

  private static SetForm spec(SetForm form, String field, String json) {
    return form.with(field, JsonSource.readObject(json));
  }

  /// With further members of `rollingUpdate`.
  private static SetForm rolling(SetForm form, String members) {
    return spec(
        form,
        "updateStrategy",
        """
        {"type": "RollingUpdate", "rollingUpdate": {"partition": 0, "maxUnavailable": 1, %s}}
        """
            .formatted(members));
  }

  private static SetForm inPlace(SetForm form) {
    var template = form.spec().object("template");
    var gates = Json.of(List.of(Json.of("conditionType", Json.of("InPlaceUpdateReady"))));
    var spec = template.object("spec").with("readinessGates", gates);
    return rolling(
        form.with("template", template.with("spec", spec)),
        "\"podUpdatePolicy\": \"InPlaceIfPossible\"");
  }

  private static SetForm byRank(SetForm form) {
    return rolling(
        form,
        """
        "unorderedUpdate": {"priorityStrategy": {"orderPriority": [{"orderedKey": "rank"}]}}
        """);
  }

  private static SetForm preDelete(SetForm form) {
    var template = form.spec().object("template");
    var meta = template.object("metadata");
    var labels = meta.object("labels").with("guard", Json.of("yes"));
    return spec(
        form.with("template", template.with("metadata", meta.with("labels", labels))),
        "lifecycle",
        "{\"preDelete\": {\"labelsHandler\": {\"guard\": \"yes\"}}}");
  }

  private static SetForm reserve(SetForm form, int ordinal) {
    return form.with("reserveOrdinals", Json.of(List.of(Json.of(ordinal))));
  }

  private static void scale(Play set) {
    set.rest();
    set.scale(3);
    set.rest();
    set.scale(0);
    set.rest();
  }

  private static void scaleDown(Play set) {
    set.rest();
    set.scale(1);
    set.rest();
    set.scale(2);
    set.rest();
  }

  private static void update(Play set) {
    set.settle();
    set.image("app:2");
    set.settle();
  }

  private static void thereAndBack(Play set) {
    update(set);
    set.image("app:1");
    set.settle();
  }

  private static void byHand(Play set) {
    update(set);
    set.kill("web-1");
    set.awaitReplaced("web-1");
    set.settle();
  }

  private static void unpause(Play set) {
    update(set);
    set.edit("unpause", rolling(set.form(), "\"paused\": false"));
    set.settle();
  }

  private static void reserveAnother(Play set) {
    set.settle();
    set.edit("reserve 0", reserve(set.form(), 0));
    set.settle();
  }

  /// Two pods at a time that are not ready.
  private static void stream(Play set) {
    set.still();
    set.ready("web-0");
    set.scale(5);
    set.still();
    set.ready("web-1");
    set.still();
  }

  private static void specify(Play set, String pod) {
    set.settle();
    set.label(pod, SPECIFIED, Json.of("true"));
    set.awaitTerminating(pod);
    set.settle();
  }

  private static void rank(Play set) {
    set.settle();
    set.label("web-0", "rank", Json.of("9"));
    set.label("web-1", "rank", Json.of("5"));
    set.label("web-2", "rank", Json.of("1"));
    update(set);
  }

  private static void hook(Play set) {
    set.settle();
    set.scale(1);
    set.still();
    set.label("web-1", "guard", new Json.Null());
    set.awaitNone("web-1");
    set.settle();
  }
}
