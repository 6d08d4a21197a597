package dev.ordinal.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.PodCopy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PullerBodyTest {
  @Test
  void podIsPinnedHarmlessAndOwned() {
    var job = PullPicture.of("nodes=a secrets=login timeout=60", "").job();
    var body = PullerBody.of(job, "a", 0);

    assertThat(JsonText.write(body.object("spec")).replace("-".repeat(256), "-…"))
        .isEqualTo(
            """
            {"activeDeadlineSeconds":60,"automountServiceAccountToken":false,"containers":[{\
            "command":["/dev/null/ordinal-only-pulls-this-image-…"],"image":"app:2",\
            "imagePullPolicy":"IfNotPresent","name":"pull","resources":{\
            "limits":{"cpu":"10m","memory":"16Mi"},"requests":{"cpu":"1m","memory":"1Mi"}},\
            "securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]},\
            "readOnlyRootFilesystem":true}}],"enableServiceLinks":false,\
            "imagePullSecrets":[{"name":"login"}],"nodeName":"a","restartPolicy":"Never",\
            "securityContext":{"runAsNonRoot":true,"runAsUser":65534,\
            "seccompProfile":{"type":"RuntimeDefault"}},"terminationGracePeriodSeconds":0,\
            "tolerations":[{"operator":"Exists"}]}""");
    assertThat(JsonText.write(body.object("metadata").without("name")))
        .isEqualTo(
            """
            {"annotations":{"registry":"near"},"labels":{"apps.kruise.io/image-pull-job":"job"},\
            "namespace":"shop","ownerReferences":[{"apiVersion":"apps.kruise.io/v1beta1",\
            "blockOwnerDeletion":true,"controller":true,"kind":"ImagePullJob","name":"warm",\
            "uid":"job"}]}""");
  }

  @Test
  void alwaysAsksTheRegistry() {
    var job = PullPicture.of("nodes=a always", "").job();

    assertThat(JsonText.write(PullerBody.of(job, "a", 0)))
        .contains("\"imagePullPolicy\":\"Always\"");
  }

  @Test
  void namesAreShortAndDiffer() {
    var job = named("a.very-long.name.".repeat(15));
    var other = named("a.very-long.name.".repeat(15) + "x");

    assertThat(PullerBody.name(job, "node-1", 2))
        .hasSizeLessThanOrEqualTo(63)
        .matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?")
        .endsWith("-2")
        .isNotEqualTo(PullerBody.name(job, "node-2", 2))
        .isNotEqualTo(PullerBody.name(other, "node-1", 2));
  }

  private static JobView named(String name) {
    var drawn = PullPicture.of("nodes=a", "").job();
    var meta =
        new Meta(
            "shop",
            name,
            "uid-of-" + name,
            1,
            1,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            PullPicture.NOW,
            Optional.empty());
    return new JobView(meta, drawn.spec(), JobStatus.NONE, List.of());
  }

  /// A webhook may have put another container into the pod.
  @Test
  void onlyTheContainerOfTheImageTellsThatItIsPulled() {
    var pod = PodCopy.of("0:v1:creating").containers("side:image=sha:ready pull").pod();
    var timeout = Duration.ofMinutes(10);

    assertThat(Puller.of(pod, timeout, PullPicture.NOW).stage()).isEqualTo(Puller.Stage.PULLING);
  }
}
