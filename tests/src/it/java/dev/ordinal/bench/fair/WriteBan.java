package dev.ordinal.bench.fair;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.time.Duration;

/// The API server refuses everything that our controller writes to objects whose names begin like
/// this.
final class WriteBan implements AutoCloseable {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String NAME = "ban.ordinal.test";

  private final Rig rig;

  private WriteBan(Rig rig) {
    this.rig = rig;
  }

  static WriteBan on(Rig rig, String prefix) {
    var policy =
        """
        {"metadata": {"name": "%1$s"}, "spec": {
          "failurePolicy": "Fail",
          "matchConstraints": {"resourceRules": [{"apiGroups": ["*"], "apiVersions": ["*"],
            "operations": ["CREATE", "UPDATE"], "resources": ["*/*"]}]},
          "matchConditions": [
            {"name": "ours", "expression":
              "request.userInfo.username == '%2$s' || object.metadata.name.endsWith('-probe')"},
            {"name": "named", "expression": "object.metadata.name.startsWith('%3$s')"}],
          "validations": [{"expression": "false", "message": "no write may succeed"}]}}
        """
            .formatted(NAME, User.ORDINAL.login(), prefix);
    var binding =
        """
        {"metadata": {"name": "%1$s"},
         "spec": {"policyName": "%1$s", "validationActions": ["Deny"]}}
        """
            .formatted(NAME);
    create(rig, "validatingadmissionpolicies", policy);
    create(rig, "validatingadmissionpolicybindings", binding);
    var ban = new WriteBan(rig);
    // The API server reads new policies after a second or two; the sets must not begin before.
    var probe = Json.of("metadata", Json.of("name", Json.of(prefix + "-probe")));
    var maps = "/api/v1/namespaces/default/configmaps?dryRun=All";
    Await.until("the policy", Duration.ofMinutes(1), () -> !rig.api().create(maps, probe).isOk());
    return ban;
  }

  private static void create(Rig rig, String resource, String body) {
    Api.required(rig.api().create(GROUP + resource, JsonSource.readObject(body)), resource);
  }

  @Override
  public void close() {
    rig.api().delete(GROUP + "validatingadmissionpolicybindings/" + NAME, Json.EMPTY);
    rig.api().delete(GROUP + "validatingadmissionpolicies/" + NAME, Json.EMPTY);
  }
}
