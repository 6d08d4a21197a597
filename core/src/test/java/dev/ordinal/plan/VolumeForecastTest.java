package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the condition `ClaimsDiffer` tells of claims and their templates before it matters, each
/// with an event; `-` for nothing.
class VolumeForecastTest {
  private static String forecast(String rules, String pods, String claims) {
    var plan = Picture.of(rules, pods).claims(claims).plan();
    var told =
        plan.status()
            .findCondition("ClaimsDiffer")
            .map(condition -> condition.reason() + ": " + condition.message())
            .orElse("-");
    var isEventful =
        plan.notices().stream().anyMatch(notice -> told.startsWith(notice.reason() + ": "));
    assertThat(isEventful).isEqualTo(!told.equals("-"));
    return told;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no amount          | data:abc       | ClaimTemplateInvalid: template data asks for abc, which is no size: claims that are still to be created will be refused, write for example 10Gi
          less than nothing  | data:-9Gi      | ClaimTemplateInvalid: template data asks for -9Gi, which is no size: claims that are still to be created will be refused, write for example 10Gi
          nothing            | data:0         | ClaimTemplateInvalid: template data asks for 0, which is no size: claims that are still to be created will be refused, write for example 10Gi
          unknown class      | data:1Gi:nope  | ClaimTemplateInvalid: template data names StorageClass nope, which does not exist: claims that are still to be created will wait for it
          no class           | data:1Gi:      | -
          by default         | data:1Gi       | -
          as it should be    | data:1Gi:fast  | -
          less than it has   | data:512Mi     | ClaimLarger: claim data-web-0 has 1Gi and its template asks for 512Mi: a claim never shrinks, web-0 keeps it when it is replaced
          """)
  void templateOfASetThatExists(String why, String template, String expected) {
    assertThat(forecast("claims=" + template, "0:v1:ready", "data-web-0:1Gi")).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          with its data     | data-web-0:1Gi:terminating         | ClaimTerminating: claim data-web-0 is being deleted: web-0 gets a new, empty volume when it is replaced
          it never had any  | data-web-0:1Gi:terminating:unbound | -
          """)
  void claimThatIsDeleted(String why, String claims, String expected) {
    assertThat(forecast("claims=data", "0:v1:creating", claims)).isEqualTo(expected);
  }

  /// The dry run of a new set asks for its claims too, and classes may be unknown.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          without pods          | claims=data:abc                    | ''
          classes are not known | hiddenClasses claims=data:1Gi:nope | 0:v1:ready
          """)
  void nothingIsToldWhere(String why, String rules, String pods) {
    assertThat(forecast(rules, pods, "data-web-0:1Gi")).isEqualTo("-");
  }

  /// What costs data comes first, and only its like are counted with it.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two are larger             | data-web-0:1Gi data-web-1:1Gi             | ClaimLarger: claim data-web-0 has 1Gi and its template asks for 512Mi: a claim never shrinks, web-0 keeps it when it is replaced; and 1 more
          one is larger, one deleted | data-web-0:1Gi data-web-1:1Gi:terminating | ClaimTerminating: claim data-web-1 is being deleted: web-1 gets a new, empty volume when it is replaced
          """)
  void gravestOfSeveralIsTold(String why, String claims, String expected) {
    var pods = "0:v1:ready 1:v1:ready";

    assertThat(forecast("parallel replicas=2 claims=data:512Mi", pods, claims)).isEqualTo(expected);
  }
}
