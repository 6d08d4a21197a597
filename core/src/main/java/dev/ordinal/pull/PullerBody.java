package dev.ordinal.pull;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The pod that pulls an image to one node, as JSON: pinned there, bearing all taints, without
/// rights, and with a command that no image has, so that nothing of the image ever runs.
final class PullerBody {
  static final String CONTAINER = "pull";

  /// No image can have it: the runtime puts its own `/dev/null`, which is no
  /// folder, over that of the image, and no file system has names of more than 255 characters.
  private static final String NO_COMMAND =
      "/dev/null/ordinal-only-pulls-this-image" + "-".repeat(256);

  private static final int NAME_LIMIT = 63;
  private static final int NOBODY = 65534;

  private PullerBody() {}

  /// At most 63 characters however long the job's name is; the hash tells nodes and jobs apart.
  static String name(JobView job, String node, int attempt) {
    var text = job.uid() + "/" + node;
    var tail = "-" + Revision.hash(text.getBytes(StandardCharsets.UTF_8)) + "-" + attempt;
    var room = NAME_LIMIT - tail.length();
    // A name must not end in a dot before the dash.
    var head = job.name().substring(0, Math.min(job.name().length(), room));
    return head.replace('.', '-') + tail;
  }

  static Json.Obj of(JobView job, String node, int attempt) {
    var metadata =
        Json.of("name", Json.of(name(job, node, attempt)))
            .with("namespace", Json.of(job.meta().namespace()))
            .with("labels", Json.of(Names.PULLER_LABEL, Json.of(job.uid())))
            .with("annotations", Json.strings(job.spec().annotations()))
            .with("ownerReferences", Json.of(List.of(Bodies.ownedBy(job))));
    return Json.of("apiVersion", Json.of("v1"))
        .with("kind", Json.of("Pod"))
        .with("metadata", metadata)
        .with("spec", spec(job, node));
  }

  /// Without grace a deleted pod is gone at once, even where its node is silent.
  private static Json.Obj spec(JobView job, String node) {
    var secrets =
        job.spec().pullSecrets().stream().map(name -> Json.of("name", Json.of(name))).toList();
    return Json.of("nodeName", Json.of(node))
        .with("restartPolicy", Json.of("Never"))
        .with("terminationGracePeriodSeconds", Json.of(0))
        .with("activeDeadlineSeconds", Json.of(job.spec().effort().timeout().toSeconds()))
        .with("automountServiceAccountToken", Json.of(false))
        .with("enableServiceLinks", Json.of(false))
        .with("tolerations", Json.of(List.of(Json.of("operator", Json.of("Exists")))))
        .with("imagePullSecrets", Json.of(secrets))
        .with(
            "securityContext",
            Json.of("runAsNonRoot", Json.of(true))
                .with("runAsUser", Json.of(NOBODY))
                .with("seccompProfile", Json.of("type", Json.of("RuntimeDefault"))))
        .with("containers", Json.of(List.of(container(job))));
  }

  /// With limits, so that a quota that asks for them accepts the pod.
  private static Json.Obj container(JobView job) {
    var small = Json.of("cpu", Json.of("1m")).with("memory", Json.of("1Mi"));
    var limit = Json.of("cpu", Json.of("10m")).with("memory", Json.of("16Mi"));
    return Json.of("name", Json.of(CONTAINER))
        .with("image", Json.of(job.spec().image()))
        .with("imagePullPolicy", Json.of(job.spec().pullsAlways() ? "Always" : "IfNotPresent"))
        .with("command", Json.of(List.of(Json.of(NO_COMMAND))))
        .with("resources", Json.of("requests", small).with("limits", limit))
        .with(
            "securityContext",
            Json.of("allowPrivilegeEscalation", Json.of(false))
                .with("readOnlyRootFilesystem", Json.of(true))
                .with("capabilities", Json.of("drop", Json.of(List.of(Json.of("ALL"))))));
  }
}
