package dev.ordinal.plan.ahead;

import dev.ordinal.model.Names;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import java.util.ArrayList;
import java.util.List;

/// The jobs of a set as JSON, as Kruise writes them: on the nodes of all pods that are outdated,
/// tried twice, and forgotten ten minutes after they are done.
record JobBody(SetView set, RevisionView update, PreDownloadOptions options) {
  private static final int BACKOFF_LIMIT = 1;
  private static final int TTL_SECONDS = 600;

  Json.Obj of(String name, String image) {
    var template = Revision.template(update);
    var labels =
        template.object("metadata").object("labels").with(Names.HASH_LABEL, Json.of(hash()));
    var metadata =
        Json.of("name", Json.of(name))
            .with("namespace", Json.of(set.meta().namespace()))
            .with("labels", labels)
            .with("ownerReferences", Json.of(List.of(Bodies.ownedBy(set))));
    var sandbox =
        Json.of("labels", labels)
            .with("annotations", template.object("metadata").object("annotations"));
    return Json.of("apiVersion", Json.of(Names.API_VERSION))
        .with("kind", Json.of(Names.JOB_KIND))
        .with("metadata", metadata)
        .with("spec", spec(image, template).with("sandboxConfig", sandbox));
  }

  private String hash() {
    return update.meta().label(Names.HASH_LABEL);
  }

  private Json.Obj spec(String image, Json.Obj template) {
    var secrets =
        template.object("spec").objects("imagePullSecrets").stream()
            .map(secret -> Json.of(secret.text("name")))
            .toList();
    return Json.of("image", Json.of(image))
        .with("pullSecrets", Json.of(secrets))
        .with("podSelector", podSelector())
        .with("parallelism", options.parallelism())
        .with(
            "pullPolicy",
            Json.of("backoffLimit", Json.of(BACKOFF_LIMIT))
                .with("timeoutSeconds", Json.of(options.timeout().toSeconds())))
        .with(
            "completionPolicy",
            Json.of("type", Json.of("Always"))
                .with("ttlSecondsAfterFinished", Json.of(TTL_SECONDS)));
  }

  /// A pod's label has the name of the revision, or, in older versions of Kruise, its hash.
  private Json.Obj podSelector() {
    var selector = set.spec().selector();
    var expressions = new ArrayList<Json>();
    selector.expressions().forEach(each -> expressions.add(write(each)));
    expressions.add(expression(Names.REVISION_LABEL, "NotIn", List.of(update.name(), hash())));
    return Json.of("matchLabels", Json.strings(selector.matchLabels()))
        .with("matchExpressions", Json.of(expressions));
  }

  private static Json.Obj write(Selector.Requirement requirement) {
    var operator =
        switch (requirement.operator()) {
          case IN -> "In";
          case NOT_IN -> "NotIn";
          case EXISTS -> "Exists";
          case DOES_NOT_EXIST -> "DoesNotExist";
        };
    return expression(requirement.key(), operator, requirement.values());
  }

  private static Json.Obj expression(String key, String operator, List<String> values) {
    var written = Json.of("key", Json.of(key)).with("operator", Json.of(operator));
    return values.isEmpty()
        ? written
        : written.with("values", Json.of(values.stream().map(Json::of).toList()));
  }
}
