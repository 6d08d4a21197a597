package dev.ordinal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.metrics.Metric;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Alerts, dashboard and runbooks speak of metrics and of each other as they are. Whether an alert
/// fires is shown by Prometheus itself, in `make verify-metrics`.
class ObservabilityTest {
  private static final Path FOLDER = Path.of("deploy/observability");
  private static final Path RUNBOOKS = Path.of("docs/operations/alerts.md");
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(?:workqueue|rest_client|controller_runtime|leader_election|ordinal|jvm|process)"
              + "_[a-z_]+");

  /// One alert of the rules.
  record Alert(String name, Json.Obj rule) {
    String annotation(String key) {
      return rule.object("annotations").text(key);
    }

    String expression() {
      return rule.text("expr");
    }
  }

  static List<Alert> alerts() throws IOException {
    var rules = Yaml.read(Files.readString(FOLDER.resolve("rules.yaml")));
    return rules.object("spec").items("groups").stream()
        .flatMap(group -> ((Json.Obj) group).items("rules").stream())
        .map(Json.Obj.class::cast)
        .map(rule -> new Alert(rule.text("alert"), rule))
        .toList();
  }

  /// Every name that a scrape may have.
  private static Set<String> known() {
    var known = new TreeSet<String>();
    Stream.of(Metric.values()).forEach(metric -> add(known, metric.title(), metric.type().name()));
    var text = new String(Metrics.withDefaults().text(), StandardCharsets.UTF_8);
    Exposition.parse(text)
        .families()
        .values()
        .forEach(family -> add(known, family.name(), family.type()));
    return known;
  }

  private static void add(Set<String> known, String name, String type) {
    if (type.toLowerCase(Locale.ROOT).equals("histogram")) {
      List.of("_bucket", "_sum", "_count").forEach(end -> known.add(name + end));
    } else {
      known.add(name);
    }
  }

  private static List<String> unknown(String expression) {
    var known = known();
    return NAME.matcher(expression)
        .results()
        .map(found -> found.group())
        .filter(name -> !known.contains(name))
        .toList();
  }

  @Test
  void alertsAskForMetricsThatThereAre() throws IOException {
    assertThat(alerts()).hasSizeGreaterThan(5);
    for (var alert : alerts()) {
      assertThat(unknown(alert.expression())).as(alert.name()).isEmpty();
      assertThat(NAME.matcher(alert.expression()).find()).as(alert.name()).isTrue();
    }
  }

  @Test
  void unknownMetricIsFound() {
    assertThat(unknown("rate(ordinal_invented_total[5m]) + workqueue_depth"))
        .containsExactly("ordinal_invented_total");
  }

  /// A label in a sentence is one that the expression leaves.
  @Test
  void everyAlertSaysWhatIsWrongHowUrgentItIsAndWhereToRead() throws IOException {
    var label = Pattern.compile("\\$labels\\.(\\w+)");
    var pages = Files.readString(RUNBOOKS);
    for (var alert : alerts()) {
      assertThat(alert.rule().object("labels").text("severity"))
          .as(alert.name())
          .isIn("critical", "warning", "info");
      assertThat(alert.annotation("summary")).as(alert.name()).endsWith(".");
      assertThat(alert.annotation("description")).as(alert.name()).endsWith(".");
      assertThat(alert.annotation("runbook"))
          .isEqualTo(RUNBOOKS + "#" + alert.name().toLowerCase(Locale.ROOT));
      assertThat(pages).contains("\n## " + alert.name() + "\n");
      var words = alert.annotation("summary") + alert.annotation("description");
      label
          .matcher(words)
          .results()
          .forEach(
              found ->
                  assertThat(alert.expression())
                      .as("%s keeps its label", alert.name())
                      .containsPattern("by \\([^)]*\\b" + found.group(1) + "\\b"));
    }
  }

  @Test
  void everyRunbookIsOfAnAlert() throws IOException {
    var names = alerts().stream().map(Alert::name).toList();
    var headings =
        Files.readAllLines(RUNBOOKS).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();
    assertThat(headings).containsExactlyElementsOf(names);
  }

  @Test
  void everyAlertHasItsTwoTests() throws IOException {
    var tests = Yaml.read(Files.readString(FOLDER.resolve("rules-test.yaml")));
    var names = tests.items("tests").stream().map(test -> ((Json.Obj) test).text("name")).toList();
    var expected = new ArrayList<String>();
    for (var alert : alerts()) {
      expected.add(alert.name() + " fires");
      expected.add(alert.name() + " does not fire");
    }
    assertThat(names).containsExactlyElementsOf(expected);
    assertThat(unknown(Files.readString(FOLDER.resolve("rules-test.yaml")))).isEmpty();
  }

  @Test
  void dashboardAsksForMetricsThatThereAre() throws IOException {
    var dashboard = JsonBytes.readObject(Files.readAllBytes(FOLDER.resolve("dashboard.json")));
    var panels = dashboard.items("panels").stream().map(Json.Obj.class::cast).toList();
    assertThat(panels).extracting(panel -> panel.text("title")).doesNotHaveDuplicates();
    assertThat(panels)
        .allSatisfy(
            panel -> {
              assertThat(panel.items("targets")).as(panel.text("title")).isNotEmpty();
              for (var target : panel.items("targets")) {
                assertThat(unknown(((Json.Obj) target).text("expr")))
                    .as(panel.text("title"))
                    .isEmpty();
              }
            });
    for (var variable : dashboard.object("templating").items("list")) {
      assertThat(unknown(((Json.Obj) variable).text("definition"))).isEmpty();
    }
  }
}
