package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionTest {

  /// Computed with the Go code of the peers.
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | d8bfb7bc
          {"spec":{"template":{"$patch":"replace","spec":{"containers":[{"name":"c1","image":"foo1"}]}}}}0 | 6cd8d89b98
          {"spec":{"template":{"$patch":"replace","spec":{"containers":[{"name":"c1","image":"foo1"}]}}}}1 | 6cd8d89b99
          """)
  void hashMatchesThePeers(String hashed, String expected) {
    assertThat(Revision.hash(hashed.getBytes(StandardCharsets.UTF_8))).isEqualTo(expected);
  }

  @Test
  void payloadIsTheTemplateAsAReplacingPatch() {
    assertThat(dev.ordinal.model.json.JsonText.write(Revision.payload(Rules.template("a<b>&\"c"))))
        .isEqualTo(
            "{\"spec\":{\"template\":{\"$patch\":\"replace\",\"metadata\":{\"labels\":{\"app\":"
                + "\"web\"}},\"spec\":{\"containers\":[{\"image\":\"a\\u003cb\\u003e\\u0026\\\"c\","
                + "\"name\":\"main\"}]}}}}");
  }

  /// Kubernetes 1.33 wrote the null, 1.34 did not: that once rolled every set on an upgrade.
  @Test
  void hashOfADefaultedTemplateMatchesKubernetes() {
    var metadata =
        Json.of("annotations", Json.of("test", Json.of("value")))
            .with("labels", Json.of("app", Json.of("foo")));
    var template = Json.of("metadata", metadata).with("spec", defaultedSpec());
    var with133 = template.with("metadata", metadata.with("creationTimestamp", new Json.Null()));

    assertThat(Revision.hash(Revision.payload(with133), 0)).isEqualTo("c77f6d978");
    assertThat(Revision.hash(Revision.payload(template), 0)).isEqualTo("776999688b");
    assertThat(Template.isSame(template, with133)).isTrue();
  }

  private static Json.Obj defaultedSpec() {
    var container =
        Json.of("image", Json.of("test"))
            .with("imagePullPolicy", Json.of("Always"))
            .with("name", Json.of("test"))
            .with("resources", Json.EMPTY)
            .with("terminationMessagePath", Json.of("/dev/termination-log"))
            .with("terminationMessagePolicy", Json.of("File"));
    return Json.of("containers", Json.of(List.of(container)))
        .with("dnsPolicy", Json.of("ClusterFirst"))
        .with("restartPolicy", Json.of("Always"))
        .with("schedulerName", Json.of("default-scheduler"))
        .with("securityContext", Json.EMPTY)
        .with("terminationGracePeriodSeconds", Json.of(30));
  }

  @Test
  void nameIsSetAndHash() {
    assertThat(Revision.name("web", "6cd8d89b98")).isEqualTo("web-6cd8d89b98");
  }

  @Test
  void longNameIsCutToFitALabel() {
    assertThat(Revision.name("a".repeat(63), "6cd8d89b98"))
        .isEqualTo("a".repeat(52) + "-6cd8d89b98")
        .hasSize(63);
  }

  @Test
  void newTemplateIsRecordedBeforeAnyPodCarriesIt() {
    assertThat(Picture.of("replicas=3 noRevision", "").show())
        .isEqualTo(
            """
            revision web-6466b89fb
            hold web RevisionMissing[revision=web-6466b89fb]
            """);
  }

  @Test
  void sameTemplateWrittenByAnotherHandIsTheSameRevision() {
    var bare = Rules.template("v1");
    var padded =
        bare.with(
            "metadata",
            Json.of("creationTimestamp", new Json.Null())
                .with("labels", Json.of("app", Json.of("web"))));

    assertThat(Template.isSame(bare, padded)).isTrue();
    assertThat(Template.isSame(bare, Rules.template("v2"))).isFalse();
  }

  @Test
  void numberGrowsFromTheNewest() {
    var plan = Picture.of("template=v3 revisions=v1,v2", "0:v2:ready").plan();

    assertThat(plan.chains().getFirst().actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.CreateRevision.class,
            action -> assertThat(action.body().find("revision")).contains(Json.of(3)));
    assertThat(plan.chains()).hasSize(1);
    assertThat(List.of(plan.status().currentRevision())).doesNotContain("web-v3");
  }
}
