package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Meta;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.ClaimUpdate;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.InPlace;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Priority;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.UpdateStrategy.Weight;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import dev.ordinal.plan.body.StatusBody;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Holds the schema, the parser and the sample of every field together: a field that only one of
/// them knows is named by the failure.
class DriftTest {
  private static final SetParser PARSER = new SetParser(FeatureGate.defaults());
  private static final List<Json.Obj> SAMPLE =
      Yaml.documents("core/src/test/resources/api/every-field.yaml");

  @Test
  void parserAsksForExactlyWhatTheSchemaDeclares() {
    var asked = new TreeSet<String>();
    SAMPLE.forEach(set -> PARSER.parse(set, place -> asked.add(general(place.path()))));
    var declared = Schema.v1beta1();

    assertThat(declared.paths(false)).as("declared, but never parsed").isSubsetOf(asked);
    assertThat(asked).as("parsed, but not declared").isSubsetOf(declared.paths(true));
  }

  @Test
  void sampleUsesEveryField() {
    var used = new TreeSet<String>();
    SAMPLE.forEach(
        set -> {
          collect("spec", set.object("spec"), used);
          collect("status", set.object("status"), used);
        });

    assertThat(Schema.v1beta1().paths(false)).as("missing in the sample").isSubsetOf(used);
  }

  @Test
  void everyFieldReachesTheModel() {
    assertThat(PARSER.parse(SAMPLE.getFirst()))
        .isEqualTo(new SetView(meta(), spec(), status(), List.of()));
    assertThat(PARSER.parse(SAMPLE.getLast()).spec().update())
        .isEqualTo(
            new Rolling(
                0,
                new Amount.Count(1),
                PodUpdate.RECREATE,
                false,
                Optional.of(new Priority(List.of(), List.of("rank"))),
                new InPlace(Duration.ZERO, Optional.empty(), Optional.empty(), Optional.empty())));
  }

  @Test
  void statusIsWrittenWithExactlyTheDeclaredFields() {
    var patch = StatusBody.patch(status());
    var written = new TreeSet<String>();
    collect("status", patch.object("status"), written);
    var declared = Schema.v1beta1().paths(false);
    declared.removeIf(path -> path.startsWith("spec"));

    assertThat(written).isEqualTo(declared);
    assertThat(PARSER.parse(patch).status()).isEqualTo(status());
  }

  @Test
  void parserFallsBackToTheDefaultsOfTheSchema() {
    var bare =
        Yaml.read(
            "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}}");
    var defaulted = Schema.v1beta1().defaulted(bare);

    assertThat(defaulted.object("spec").object("updateStrategy"))
        .isEqualTo(
            Yaml.read(
                """
                type: RollingUpdate
                rollingUpdate: {partition: 0, maxUnavailable: 1, podUpdatePolicy: ReCreate}
                """));
    assertThat(PARSER.parse(bare)).isEqualTo(PARSER.parse(defaulted));
  }

  @Test
  void bothVersionsAreTheSame() {
    assertThat(Schema.version("v1alpha1").without("name").without("storage"))
        .isEqualTo(Schema.version("v1beta1").without("name").without("storage"));
    assertThat(Schema.definition().object("spec").object("conversion").text("strategy"))
        .isEqualTo("None");
  }

  private static Meta meta() {
    return new Meta(
        "shop",
        "full",
        "5b0c",
        41,
        7,
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        Instant.parse("2026-01-02T03:04:05Z"),
        Optional.empty());
  }

  private static SetSpec spec() {
    return new SetSpec(
        21,
        22,
        List.of(new IntRange(23, 23), new IntRange(24, 26)),
        new Selector(
            new TreeMap<>(Map.of("app", "full")),
            List.of(new Requirement("tier", Operator.IN, List.of("db", "web")))),
        Yaml.read(
            """
            metadata:
              labels: {app: full, tier: web}
              annotations: {note: kept}
              finalizers: [example.com/kept]
            spec:
              restartPolicy: Always
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: main, image: "nginx:1", unheardOf: kept}]
            """),
        List.of(
            new ClaimTemplate(
                "disk", Yaml.read("metadata: {name: disk}\nspec: {unheardOf: kept}"))),
        "door",
        PodManagement.PARALLEL,
        rolling(),
        -27,
        Duration.ofSeconds(32),
        new Retention(true, true),
        new Lifecycle(hook("a", "1"), hook("b", "2"), hook("c", "3")),
        Optional.of(new Amount.Count(38)),
        ClaimUpdate.ON_POD_ROLLING_UPDATE,
        Duration.ofSeconds(29),
        FeatureGate.defaults());
  }

  private static Rolling rolling() {
    var selector =
        new Selector(
            new TreeMap<>(Map.of("zone", "a")),
            List.of(new Requirement("old", Operator.NOT_IN, List.of("no"))));
    return new Rolling(
        30,
        new Amount.Percent(31),
        PodUpdate.IN_PLACE_IF_POSSIBLE,
        true,
        Optional.of(new Priority(List.of(new Weight(33, selector)), List.of())),
        new InPlace(
            Duration.ofSeconds(34),
            Optional.of(new Amount.Count(35)),
            Optional.of(Duration.ofSeconds(36)),
            Optional.of(37)));
  }

  private static Optional<Hook> hook(String name, String value) {
    return Optional.of(
        new Hook(new TreeMap<>(Map.of(name, value)), List.of("example.com/" + name), true));
  }

  private static SetStatus status() {
    var ready =
        new Condition(
            "Ready", "False", "Waiting", "for full-22", Instant.parse("2026-01-02T03:05:00Z"));
    return new SetStatus(
        6,
        new Counts(51, 52, 53, 54, 55, 56, 57),
        "full-old",
        "full-new",
        58,
        "app=full",
        List.of(ready),
        List.of(new ClaimStatus("disk", 59, 60)),
        List.of(
            new Waiting(
                "full-22", "Waiting", "for full-21", Instant.parse("2026-01-02T03:06:00Z"))));
  }

  private static void collect(String path, Json value, SortedSet<String> found) {
    found.add(path);
    switch (value) {
      case Json.Obj(var members) ->
          members.forEach((name, member) -> collect(path + "." + name, member, found));
      case Json.Arr(var items) -> items.forEach(item -> collect(path + "[]", item, found));
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
  }

  private static String general(String path) {
    return path.replaceAll("\\[[0-9]+]", "[]");
  }
}
