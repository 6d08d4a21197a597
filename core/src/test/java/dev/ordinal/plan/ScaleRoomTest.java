package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With `scaleStrategy.maxUnavailable` an ordinal that cannot be created leaves its room to others.
class ScaleRoomTest {
  private static final String RULES = "parallel replicas=4 scaleMax=1 claims=data ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name taken              | 0:v1:ready:other                  | create web-1 v1
          two names taken         | 0:v1:ready:other 1:v1:ready:other | create web-2 v1
          one that starts has it  | 0:v1:ready:other 1:v1:starting    | -
          """)
  void takenNames(String why, String pods, String expected) {
    assertThat(Picture.of("parallel replicas=4 scaleMax=1", pods).actions()).isEqualTo(expected);
  }

  @Test
  void claimThatIsNotThereForItsPodLeavesTheRoom() {
    assertThat(Picture.of(RULES, "").claim("data-web-0", "terminating").actions())
        .isEqualTo("claim data-web-1, create web-1 v1");
    assertThat(
            Picture.of(RULES, "")
                .claim("data-web-0", "bound", Picture.pod("web-0", "old"))
                .actions())
        .isEqualTo("claim data-web-1, create web-1 v1");
  }

  @Test
  void refusedCreationLeavesTheRoomWhileItWaits() {
    var picture = Picture.of("parallel replicas=4 scaleMax=1", "");

    assertThat(picture.failing("web-0").show())
        .isEqualTo(
            """
            create web-1 v1
            hold web-0 RequestFailed[message=quota]
            hold web-2 BudgetSpent[used=1, allowed=1]
            """);
    assertThat(picture.failed("Create", Picture.NOW, "web-0").actions())
        .isEqualTo("create web-0 v1");
  }

  @Test
  void twoBillionReplicasCostNothing() {
    var many = Picture.of("parallel replicas=2147483647 scaleMax=1", "0:v1:ready:other");

    assertThat(many.actions()).isEqualTo("create web-1 v1");
    assertThat(Picture.of("parallel replicas=2147483647 scaleMax=1 unchecked", "").show())
        .endsWith(
            """
            hold web-0 TemplateUnchecked[revision=v1]
            hold web-1 BudgetSpent[used=1, allowed=1]
            """);
  }
}
