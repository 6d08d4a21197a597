package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Meta;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.run.ask.ApiRequest.Verb;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two templates, filled in by the API server, and what its answers mean.
class CompareRequestTest {
  private static final Json.Obj OLDER = Yaml.read("spec: {news: default}");
  private static final Json.Obj NEWER = Yaml.read("spec: {}");

  private static ApiRequest first() {
    return ApiRequest.of("shop", new Action.CompareTemplates("v1", "hash", OLDER, NEWER));
  }

  /// The request that follows when the older template has come back like this.
  private static ApiRequest second(String older) {
    return ((Outcome.Unfinished) filled(first(), older)).next();
  }

  private static Outcome filled(ApiRequest request, String template) {
    var none = new TreeMap<String, String>();
    var meta =
        new Meta(
            "shop",
            "template-1",
            "u",
            0,
            0,
            none,
            none,
            List.of(),
            List.of(),
            Instant.EPOCH,
            Optional.empty());
    var view = new RevisionView(meta, 0, Revision.payload(Yaml.read(template)));
    return request.replied(201, "", Optional.of(view));
  }

  @Test
  void bothAreAskedForAsDryRunsOfTemplates() {
    var second = second("spec: {}");

    assertThat(first().verb()).isEqualTo(Verb.DRY_RUN);
    assertThat(first().kind()).isEqualTo(Kind.TEMPLATE);
    assertThat(first().body().object("template")).isEqualTo(OLDER);
    assertThat(second.verb()).isEqualTo(Verb.DRY_RUN);
    assertThat(second.kind()).isEqualTo(Kind.TEMPLATE);
    assertThat(second.body().object("template")).isEqualTo(NEWER);
  }

  /// The API server refuses mounts of volumes that are not there, and a set's claims are not.
  @Test
  void volumesOfClaimsAreAdded() {
    var template =
        Yaml.read(
            "spec: {volumes: [{name: tmp}], containers: [{name: a, volumeMounts: [{name: tmp},"
                + " {name: data}], volumeDevices: [{name: raw}]}]}");
    var compare = new Action.CompareTemplates("v1", "hash", template, NEWER);

    assertThat(
            ApiRequest.of("shop", compare)
                .body()
                .object("template")
                .object("spec")
                .items("volumes"))
        .containsExactly(
            Yaml.read("name: tmp"),
            Yaml.read("{name: data, persistentVolumeClaim: {claimName: data}}"),
            Yaml.read("{name: raw, persistentVolumeClaim: {claimName: raw}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spec: {news: default} | spec: {news: default} | true
          spec: {news: default} | spec: {}              | false
          """)
  void answersAreCompared(String older, String newer, boolean isSame) {
    assertThat(filled(second(older), newer)).isEqualTo(new Outcome.Compared(isSame));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | Refused[message=no]
          403 | Refused[message=no]
          404 | Unreachable[message=no, mayHaveHappened=false]
          409 | Unreachable[message=no, mayHaveHappened=false]
          422 | Refused[message=no]
          429 | Unreachable[message=no, mayHaveHappened=false]
          500 | Unreachable[message=no, mayHaveHappened=false]
          """)
  void refusalIsNoDifference(int code, String expected) {
    assertThat(second("spec: {}").replied(code, "no", Optional.empty())).hasToString(expected);
  }

  @Test
  void lostReplyIsAskedForAgain() {
    assertThat(first().lost("reset", true)).isEqualTo(new Outcome.Unreachable("reset", false));
  }

  /// A success that shows no template, from a proxy perhaps, says nothing either.
  @Test
  void replyWithoutATemplateIsNoDifference() {
    assertThat(first().replied(201, "", Optional.empty()))
        .isEqualTo(new Outcome.Unreachable("the answer shows no template", false));
  }
}
