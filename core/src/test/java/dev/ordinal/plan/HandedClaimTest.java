package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A scale-down with `whenScaled: Delete` gave the claim of web-1 to the pod, and was taken back
/// before the pod went: whatever deletes the pod now would delete the volume with it.
class HandedClaimTest {
  private static final String OLD = " template=v2 revisions=v1,v2";

  private static Picture picture(String rules, String pods) {
    return Picture.of(rules.replace(" OLD", OLD) + " claims=data current=v1", pods)
        .claim("data-web-0", "bound")
        .claim("data-web-1", "bound", Picture.pod("web-1", "pod-1"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          for an update         | replicas=2 deleteWhenScaled OLD          | 0:v1:ready 1:v1:ready
          for one, in parallel  | parallel replicas=2 deleteWhenScaled OLD | 0:v1:ready 1:v1:ready
          by its label          | replicas=2 deleteWhenScaled              | 0:v1:ready 1:v1:ready:specified
          for having finished   | replicas=2 deleteWhenScaled              | 0:v1:ready 1:v1:failed
          for being stuck       | replicas=2 deleteWhenScaled OLD          | 0:v1:ready 1:v1:crash
          under Retain by now   | replicas=2 OLD                           | 0:v1:ready 1:v1:ready
          """)
  void podIsNotDeletedBeforeItsClaimIsTakenFromIt(String why, String rules, String pods) {
    var picture = picture(rules, pods);
    var hold = "hold web-1 ClaimGoesWithPod[claim=data-web-1]";

    assertThat(picture.actions()).isEqualTo("own data-web-1 -pod-1");
    assertThat(picture.show().lines()).contains(hold);

    var refused = picture.refused(Picture.NOW.plusSeconds(9), "data-web-1");
    assertThat(refused.actions()).isEqualTo("-");
    assertThat(refused.show().lines()).contains(hold);
    var failed = picture.failed("Update", Picture.NOW.plusSeconds(9), "data-web-1");
    assertThat(failed.actions()).isEqualTo("-");
    assertThat(failed.show().lines()).contains(hold);
  }

  /// Its template may be removed while the pod is wanted again, or the set made again without it.
  @ParameterizedTest
  @ValueSource(strings = {"", "deleteWhenScaled", "deleteWithSet deleteWhenScaled", "parallel"})
  void claimOfARemovedTemplateIsTakenFromItsPodToo(String rules) {
    var picture =
        Picture.of("replicas=2 current=v1 " + rules + OLD, "0:v1:ready 1:v1:ready")
            .claim("logs-web-1", "bound", Picture.pod("web-1", "pod-1"));

    assertThat(picture.actions()).isEqualTo("own logs-web-1 -pod-1");
    assertThat(picture.show().lines()).contains("hold web-1 ClaimGoesWithPod[claim=logs-web-1]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          its claim is nobody's   | bound
          its claim goes already  | terminating
          """)
  void podIsDeletedWhere(String why, String state) {
    var rules = "replicas=2 claims=data deleteWhenScaled current=v1" + OLD;
    var picture = Picture.of(rules, "0:v1:ready 1:v1:ready").claim("data-web-0", "bound");
    var owners =
        state.equals("terminating") ? new Owner[] {Picture.pod("web-1", "pod-1")} : new Owner[0];

    assertThat(picture.claim("data-web-1", state, owners).actions())
        .isEqualTo("delete web-1 UPDATE");
  }

  @Test
  void condemnedPodIsDeletedWithItsClaim() {
    assertThat(picture("replicas=1 deleteWhenScaled", "0:v1:ready 1:v1:ready").actions())
        .isEqualTo("delete web-1 SCALE_DOWN");
  }

  /// Natively, in order, this volume is lost.
  @Test
  void claimOfATerminatingPodIsTakenFromItInOrderToo() {
    assertThat(picture("replicas=2 deleteWhenScaled", "0:v1:ready 1:v1:terminating").actions())
        .isEqualTo("own data-web-1 -pod-1");
  }

  @Test
  void claimOfATerminatingPodThatIsCondemnedStaysWithIt() {
    assertThat(picture("replicas=1 deleteWhenScaled", "0:v1:ready 1:v1:terminating").actions())
        .isEqualTo("-");
  }

  @Test
  void refusalNamesWhatTheVolumeWouldGoWith() {
    var plan =
        picture("replicas=2 deleteWhenScaled", "0:v1:ready 1:v1:ready")
            .refused(Picture.NOW.plusSeconds(9), "data-web-1")
            .plan();

    assertThat(plan.holds())
        .extracting(Hold::sentence)
        .containsExactly(
            "claim data-web-1 of web-1 would be deleted with the pod although the set keeps it: the"
                + " API server refuses to change its owner: no right to delete");
  }

  /// By the policy of today it is kept, whatever it was when the claim was handed over.
  @ParameterizedTest
  @ValueSource(
      strings = {"0:v1:ready 1:v1:ready", "0:v1:unready 1:v1:ready", "0:v1:ready 1:v1:terminating"})
  void condemnedPodDoesNotTakeTheClaimOfARemovedTemplateAlong(String pods) {
    var picture =
        Picture.of("replicas=1 current=v1", pods)
            .claim("logs-web-1", "bound", Picture.pod("web-1", "pod-1"));

    assertThat(picture.actions()).startsWith("own logs-web-1 -pod-1");
  }

  /// Ours have the labels of the set's selector, or are the volume of their template in the pod.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          made by hand                          | mine-web-1 | delete web-1 UPDATE
          made by hand, for a removed template  | logs-web-1 | own logs-web-1 -pod-1
          made by hand, for a template          | data-web-1 | own data-web-1 -pod-1
          """)
  void claimWithoutTheLabelsOfTheSet(String why, String claim, String expected) {
    var rules = "replicas=2 claims=data old=logs current=v1 deleteWhenScaled" + OLD;
    var picture =
        Picture.of(rules, "0:v1:ready 1:v1:ready")
            .claim(claim, "bare", Picture.pod("web-1", "pod-1"));

    assertThat(picture.actions()).isEqualTo(expected);
  }

  /// Kubernetes makes `<pod>-<volume>` for an ephemeral volume, with the pod as its controller.
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          current=v1                                | 0:v1:ready  | -
          parallel current=v1                       | 0:v1:ready  | -
          deleteWithSet deleteWhenScaled current=v1 | 0:v1:ready  | -
          template=v2 revisions=v1,v2 current=v1    | 0:v1:ready  | delete web-0 UPDATE
          current=v1                                | 0:v1:failed | delete web-0 FINISHED
          """)
  void claimOfAnEphemeralVolumeGoesWithItsPod(String rules, String pods, String expected) {
    var picture =
        Picture.of("replicas=1 " + rules, pods)
            .claim("web-0-scratch", "bound", Picture.pod("web-0", "pod-0"));

    assertThat(picture.actions()).isEqualTo(expected);
  }

  @Test
  void claimOfARemovedTemplateIsTakenFromItsPodBesideTheOthers() {
    var logs = Picture.pod("web-1", "pod-1");
    var picture = picture("replicas=2 deleteWhenScaled", "0:v1:ready 1:v1:ready");

    assertThat(picture.claim("logs-web-1", "bound", logs).actions())
        .isEqualTo("own data-web-1 -pod-1, own logs-web-1 -pod-1");
  }

  /// Other claims of a pod have names of another form, whoever made them.
  @ParameterizedTest
  @ValueSource(strings = {"web-0-scratch", "web-0-web-0", "scratch"})
  void claimThatIsOfNoTemplateGoesWithItsPod(String claim) {
    var picture =
        Picture.of("replicas=1 current=v1" + OLD, "0:v1:ready")
            .claim(claim, "bound", Picture.pod("web-0", "pod-0"));

    assertThat(picture.actions()).isEqualTo("delete web-0 UPDATE");
  }

  /// It is about to be deleted all the same, as soon as its claim has been taken from it.
  @Test
  void podThatWaitsForItsClaimStaysPrepared() {
    var pods = "0:v1:ready 1:v1:ready:drain=true:PreparingDelete:specified";
    var picture = picture("replicas=2 preDelete=drain deleteWhenScaled", pods);

    assertThat(picture.show())
        .isEqualTo(
            """
            own data-web-1 -pod-1
            hold web-1 ClaimGoesWithPod[claim=data-web-1]
            hold web-1 HookHolds[stage=PreparingDelete, until=it loses label drain=true]
            """);
  }
}
