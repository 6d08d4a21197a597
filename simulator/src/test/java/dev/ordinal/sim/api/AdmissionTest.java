package dev.ordinal.sim.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.sim.reply.Refusal;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Refusals on request: quotas, webhooks, overload.
class AdmissionTest {
  private static final String POD =
      "{metadata: {name: web-0}, spec: {containers: [{name: app, image: a}]}}";

  private final TestServer shop = new TestServer();

  @Test
  void quotaRefusesWhatItIsAskedToAndNothingIsStored() {
    shop.server()
        .add(
            (request, _) ->
                request.target().resource().names().plural().equals("pods")
                    ? Optional.of(
                        Refusal.overQuota(request.target().resource().subject("web-0"), "small"))
                    : Optional.empty());

    var reply = shop.post("pods", POD);

    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "pods \"web-0\" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0,"
                + " limited: pods=0");
    assertThat(shop.names("pods")).isEmpty();
    assertThat(shop.post("configmaps", "metadata: {name: a}").code()).isEqualTo(201);
  }

  @Test
  void admissionSeesTheObjectWithItsDefaultsAndMayRefuseDeletes() {
    shop.post("pods", POD);
    shop.server()
        .add(
            (request, pod) ->
                request.verb() == Request.Verb.DELETE
                        && pod.object("spec").text("restartPolicy").equals("Always")
                    ? Optional.of(Refusal.tooManyRequests())
                    : Optional.empty());

    assertThat(shop.delete("pods/web-0", "").code()).isEqualTo(429);
    assertThat(shop.names("pods")).containsExactly("web-0");
  }

  @Test
  void sameSeedGivesTheSameUidsAndAnotherSeedOthers() {
    assertThat(uid(7)).isEqualTo(uid(7)).isNotEqualTo(uid(8)).hasSize(36);
  }

  private static String uid(long seed) {
    return new TestServer(seed)
        .post("configmaps", "metadata: {name: a}")
        .body()
        .object("metadata")
        .text("uid");
  }
}
