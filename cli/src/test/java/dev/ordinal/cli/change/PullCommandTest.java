package dev.ordinal.cli.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import dev.ordinal.cli.pull.PullRow;
import dev.ordinal.cli.pull.SetPulls;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Picture;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A pull that a user asks for.
class PullCommandTest {
  private static final SetKey WEB = new SetKey("shop", "web");

  private static SetPulls set(List<PodView> pods, PullRow... pulls) {
    var set =
        Yaml.read(
            """
            metadata: {name: web, namespace: shop, uid: u}
            spec: {template: {spec: {imagePullSecrets: [{name: login}]}}}
            """);
    return new SetPulls(set, pods, List.of(pulls));
  }

  private static PullRow pull(String image, boolean isOver) {
    return new PullRow("web-1", image, Instant.EPOCH, isOver, "", List.of());
  }

  private static List<PodView> pods() {
    return Picture.of("replicas=2", "0:v1:ready 1:v1:ready").snapshot().pods();
  }

  @Test
  void imageIsPulledToTheNodesOfThePods() {
    var nodes = pods().stream().map(PodView::node).distinct().sorted().toList();
    assertThat(nodes).isNotEmpty().doesNotContain("");

    var change =
        PullCommand.decide(WEB, set(pods(), pull("app:2", true), pull("app:3", false)), "app:2", 2);

    assertThat(change.request().method()).isEqualTo("POST");
    assertThat(change.request().path())
        .isEqualTo("/apis/apps.kruise.io/v1beta1/namespaces/shop/imagepulljobs");
    assertThat(change.words()).isEqualTo("app:2 is pulled ahead of an update");
    assertThat(change.effect().getFirst())
        .isEqualTo("to %s, 2 at a time", String.join(", ", nodes));
    assertThat(JsonText.write(change.body()))
        .contains(
            "\"generateName\":\"web-\"",
            "\"parallelism\":2",
            "\"pullSecrets\":[\"login\"]",
            "\"selector\":{\"names\":[\"" + nodes.getFirst())
        .doesNotContain("controller");
  }

  @Test
  void imageThatIsPulledAlreadyNeedsNoOtherJob() {
    var change = PullCommand.decide(WEB, set(pods(), pull("app:2", false)), "app:2", 1);
    assertThat(change.isEmpty()).isTrue();
    assertThat(change.words()).isEqualTo("app:2 is pulled already, by job web-1.");
  }

  @Test
  void withoutPodsOnNodesThereIsNowhereToPullTo() {
    assertThatThrownBy(() -> PullCommand.decide(WEB, set(List.of()), "app:2", 1))
        .hasMessage("No pod of web is on a node.");
    assertThatThrownBy(() -> PullCommand.decide(WEB, set(pods()), "app:2", 0))
        .hasMessage("--parallelism must be 1 or more.");
  }
}
