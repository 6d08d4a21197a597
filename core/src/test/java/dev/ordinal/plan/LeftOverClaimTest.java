package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Claims outlive their pods, and their policy may change: what is to be kept belongs neither to
/// the set nor to a pod, whether its pod is there or not. Natively only claims of wanted pods are
/// looked after.
class LeftOverClaimTest {
  private static Owner[] owners(String word) {
    return switch (word) {
      case "set" -> new Owner[] {Picture.SET};
      case "set and oldPod" -> new Owner[] {Picture.SET, Picture.pod("web-2", "gone")};
      case "other" -> new Owner[] {new Owner("v1", "Backup", "nightly", "backup", true)};
      default -> new Owner[0];
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the set's, to be kept           |                  | data-web-2 | bound       | set            | own data-web-2 -set
          in parallel too                 | parallel         | data-web-2 | bound       | set            | own data-web-2 -set
          whatever happens to scaled ones | deleteWhenScaled | data-web-2 | bound       | set            | own data-web-2 -set
          the set's, to go with it        | deleteWithSet    | data-web-2 | bound       | set            | -
          nobody's, and stays so          | deleteWithSet    | data-web-2 | bound       | nobody         | -
          nobody's                        |                  | data-web-2 | bound       | nobody         | -
          somebody else's                 |                  | data-web-2 | bound       | other          | -
          on its way out                  |                  | data-web-2 | terminating | set            | -
          the collector is at work on it  |                  | data-web-2 | bound       | set and oldPod | -
          of a template that was removed  |                  | logs-web-2 | bound       | set            | own logs-web-2 -set
          of one, and its pod is there    |                  | logs-web-0 | bound       | set            | own logs-web-0 -set
          of one, to go with the set      | deleteWithSet    | logs-web-2 | bound       | set            | -
          of no template at all           |                  | web-2      | bound       | set            | -
          of another set's name           |                  | logs-a-2   | bound       | set            | -
          made by hand for the set        |                  | mine-web-2 | bare        | set            | -
          made by hand, and its pod there |                  | mine-web-0 | bare        | set            | -
          made by hand for a template     |                  | data-web-2 | bare        | set            | own data-web-2 -set
          """)
  void claimWithoutAPod(
      String why, String policy, String claim, String state, String owner, String expected) {
    var rules = "replicas=1 claims=data current=v1 " + (policy == null ? "" : policy);
    var picture = Picture.of(rules, "0:v1:ready").claim("data-web-0", "bound", kept(rules));

    assertThat(picture.claim(claim, state, owners(owner)).actions()).isEqualTo(expected);
  }

  private static Owner[] kept(String rules) {
    return rules.contains("deleteWithSet") ? new Owner[] {Picture.SET} : new Owner[0];
  }

  @Test
  void refusalIsTold() {
    var plan =
        Picture.of("replicas=1 claims=data current=v1", "0:v1:ready")
            .claim("data-web-0", "bound")
            .claim("data-web-2", "bound", Picture.SET)
            .refused(Picture.NOW.plusSeconds(9), "data-web-2")
            .plan();

    assertThat(plan.holds())
        .extracting(Hold::sentence)
        .containsExactly(
            "claim data-web-2 of web-2 may be deleted with the set although whenDeleted is Retain: the"
                + " API server refuses to change its owner: no right to delete");
  }

  /// web-1 is condemned and owns its claim; the set cannot go on because of web-0.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          whenScaled is Retain by now | replicas=1                  | own data-web-1 -pod-1
          whenScaled is Delete        | replicas=1 deleteWhenScaled | -
          """)
  void condemnedPodWhileTheSetIsBlocked(String why, String rules, String expected) {
    var picture =
        Picture.of(rules + " claims=data current=v1", "0:v1:unready 1:v1:ready")
            .claim("data-web-0", "bound")
            .claim("data-web-1", "bound", Picture.pod("web-1", "pod-1"));

    assertThat(picture.actions()).isEqualTo(expected);
  }

  /// The same, and the set owns the claim.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          whenDeleted is Retain by now | replicas=1               | own data-web-1 -set
          whenDeleted is Delete        | replicas=1 deleteWithSet | -
          """)
  void claimOfTheSetWhileTheSetIsBlocked(String why, String rules, String expected) {
    var picture =
        Picture.of(rules + " claims=data current=v1", "0:v1:unready 1:v1:ready")
            .claim("data-web-0", "bound", kept(rules))
            .claim("data-web-1", "bound", Picture.SET);

    assertThat(picture.actions()).isEqualTo(expected);
  }
}
