package dev.ordinal.plan.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Revision;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The job that pulls ahead selects the pods of the set, and may read the same registries.
class JobBodyTest {
  private static final Json.Obj SET =
      Yaml.read(
          """
          metadata: {name: web, namespace: shop, uid: set}
          spec:
            selector:
              matchLabels: {app: web}
              matchExpressions:
              - {key: tier, operator: In, values: [back, front]}
              - {key: zone, operator: NotIn, values: [far]}
              - {key: team, operator: Exists}
              - {key: trial, operator: DoesNotExist}
            template:
              metadata: {labels: {app: web}}
              spec:
                imagePullSecrets: [{name: login}, nonsense]
                containers: [{name: main, image: 'shop:2'}]
          """);

  private static Json.Obj spec() {
    var set = new SetParser(FeatureGate.defaults()).parse(SET);
    var payload = Revision.payload(SET.object("spec").object("template"));
    var options = new PreDownloadOptions(Json.of(1), Duration.ofMinutes(5), 0);
    var body = new JobBody(set, new RevisionView(set.meta(), 1, payload), options);
    return body.of("web-main", "shop:2").object("spec");
  }

  @Test
  void podsAreSelectedAsByTheSetExceptThoseThatAreUpdated() {
    assertThat(JsonText.write(spec().object("podSelector")))
        .isEqualTo(
            """
            {"matchExpressions":[{"key":"tier","operator":"In","values":["back","front"]},\
            {"key":"zone","operator":"NotIn","values":["far"]},\
            {"key":"team","operator":"Exists"},{"key":"trial","operator":"DoesNotExist"},\
            {"key":"controller-revision-hash","operator":"NotIn","values":["web",""]}],\
            "matchLabels":{"app":"web"}}""");
  }

  @Test
  void secretsAreThoseOfTheTemplate() {
    assertThat(JsonText.write(spec())).contains("\"pullSecrets\":[\"login\"]");
  }
}
