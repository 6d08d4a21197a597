package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.pull.JobSpec;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobSpec.Effort;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.pull.ProgressBody;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Holds the schema of ImagePullJob, its parser and the sample of every field together.
class JobDriftTest {
  private static final String FILE = "deploy/crd/apps.kruise.io_imagepulljobs.yaml";
  private static final List<Json.Obj> SAMPLE =
      Yaml.documents("core/src/test/resources/api/every-job-field.yaml");

  @Test
  void parserAsksForExactlyWhatTheSchemaDeclares() {
    var asked = new TreeSet<String>();
    SAMPLE.forEach(
        job -> JobParser.parse(job, at -> asked.add(at.path().replaceAll("\\[\\d+]", "[]"))));
    // The parser stands on these without a name of its own.
    asked.addAll(List.of("spec", "status"));
    var declared = Schema.v1beta1(FILE).paths(true);

    assertThat(asked).isEqualTo(declared);
  }

  @Test
  void everyFieldReachesTheModel() {
    assertThat(JobParser.parse(SAMPLE.getFirst()))
        .satisfies(
            job -> {
              assertThat(job.faults()).isEmpty();
              assertThat(job.spec()).isEqualTo(spec());
              assertThat(job.status()).isEqualTo(status());
            });
    assertThat(SAMPLE.stream().map(job -> JobParser.parse(job).spec().scope()))
        .containsExactly(
            new Scope.UnderPods(selector()),
            new Scope.Named(List.of("a", "b")),
            new Scope.Labelled(selector()));
  }

  @Test
  void statusIsWrittenAsItIsRead() {
    assertThat(JobParser.parse(ProgressBody.patch(status())).status()).isEqualTo(status());
    var written = new TreeSet<>(ProgressBody.patch(status()).object("status").members().keySet());
    var declared = new TreeSet<String>();
    for (var path : Schema.v1beta1(FILE).paths(false)) {
      if (path.matches("status\\.\\w+")) {
        declared.add(path.substring("status.".length()));
      }
    }
    assertThat(written).isEqualTo(declared);
  }

  @Test
  void parserFallsBackToTheDefaultsOfTheSchema() {
    var bare = Yaml.read("spec: {image: app}");
    var defaulted = Schema.v1beta1(FILE).defaulted(bare);

    assertThat(defaulted.object("spec").find("parallelism")).contains(Json.of(1));
    assertThat(JobParser.parse(defaulted)).isEqualTo(JobParser.parse(bare));
  }

  @Test
  void bothVersionsAreTheSame() {
    assertThat(Schema.version(FILE, "v1alpha1").without("name").without("storage"))
        .isEqualTo(Schema.version(FILE, "v1beta1").without("name").without("storage"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"0,", "'\"0%\"',", "2,2", "'\"25%\"',25%"})
  void zeroPauses(String written, String parallelism) {
    var job = JobParser.parse(Yaml.read("spec: {image: app, parallelism: %s}".formatted(written)));

    assertThat(job.faults()).isEmpty();
    assertThat(job.spec().parallelism().map(JobDriftTest::show))
        .isEqualTo(Optional.ofNullable(parallelism));
  }

  private static String show(Amount amount) {
    return switch (amount) {
      case Amount.Count(var value) -> Integer.toString(value);
      case Amount.Percent(var value) -> value + "%";
    };
  }

  @Test
  void contradictionIsAFault() {
    var job =
        JobParser.parse(
            Yaml.read("spec: {selector: {names: [a]}, podSelector: {matchLabels: {a: b}}}"));

    assertThat(job.faults())
        .anyMatch(fault -> fault.startsWith("spec.image is missing: write the image to pull"))
        .anyMatch(
            fault ->
                fault.endsWith("keep one of selector.names, selector by labels, and podSelector"));
  }

  private static Selector selector() {
    return new Selector(
        new TreeMap<>(Map.of("app", "full")),
        List.of(new Requirement("tier", Operator.IN, List.of("db", "web"))));
  }

  private static JobSpec spec() {
    return new JobSpec(
        "app:21",
        List.of("login"),
        new Scope.UnderPods(selector()),
        Optional.of(new Amount.Percent(22)),
        new Effort(Duration.ofSeconds(23), 24),
        new Completion.Once(
            Optional.of(Duration.ofSeconds(25)), Optional.of(Duration.ofSeconds(26))),
        new TreeMap<>(Map.of("near", "yes")),
        true);
  }

  private static JobStatus status() {
    return new JobStatus(
        Optional.of(Instant.parse("2026-01-02T03:04:05Z")),
        Optional.of(Instant.parse("2026-01-02T03:05:05Z")),
        4,
        1,
        "almost",
        List.of("a", "b"),
        List.of("c"));
  }
}
