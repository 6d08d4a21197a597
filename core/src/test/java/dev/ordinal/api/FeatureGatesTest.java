package dev.ordinal.api;

import static dev.ordinal.model.FeatureGate.CLAIM_GROWTH;
import static dev.ordinal.model.FeatureGate.CLAIM_RETENTION;
import static dev.ordinal.model.FeatureGate.IMAGE_PREDOWNLOAD;
import static dev.ordinal.model.FeatureGate.IMAGE_PULL_JOB;
import static dev.ordinal.model.FeatureGate.POD_INDEX_LABEL;
import static dev.ordinal.model.FeatureGate.START_ORDINAL;
import static dev.ordinal.model.FeatureGate.VERTICAL_SCALING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "StatefulSetStartOrdinal=true"})
  void whatIsStableIsOn(String flag) {
    assertThat(parse(flag).on())
        .containsExactlyInAnyOrder(
            START_ORDINAL,
            CLAIM_RETENTION,
            CLAIM_GROWTH,
            VERTICAL_SCALING,
            POD_INDEX_LABEL,
            IMAGE_PULL_JOB);
    assertThat(parse(flag).remarks()).isEmpty();
  }

  @Test
  void gatesAreSwitchedByKruisesNames() {
    assertThat(
            parse(
                    "StatefulSetStartOrdinal=false, StatefulSetAutoDeletePVC=False,"
                        + "StatefulSetAutoResizePVCGate=false,InPlaceWorkloadVerticalScaling=false,"
                        + "PodIndexLabel=FALSE,ImagePullJobGate=false,PreDownloadImageForInPlaceUpdate=true")
                .on())
        .containsExactly(IMAGE_PREDOWNLOAD);
  }

  @Test
  void lastValueCounts() {
    assertThat(FeatureGates.parse(List.of("PodIndexLabel=false", "PodIndexLabel=true")).on())
        .contains(POD_INDEX_LABEL);
    assertThat(parse("PodIndexLabel=true,PodIndexLabel=false").on())
        .doesNotContain(POD_INDEX_LABEL);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KruiseDaemon=true           | KruiseDaemon=true has no effect: there is no agent on the nodes.
          TemplateNoDefaults=false    | TemplateNoDefaults=false has no effect: templates are stored as they were written.
          AllBeta=false               | AllBeta=false has no effect: gates have no beta stage here, name each one.
          AllAlpha=true               | AllAlpha=true has no effect: gates have no alpha stage here, name each one.
          """)
  void promiseThatIsNotKeptIsRemarkedUpon(String flag, String remark) {
    assertThat(parse(flag).remarks()).containsExactly("--feature-gates: " + remark);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KruiseDaemon=false",
        "TemplateNoDefaults=true",
        "PreDownloadImageForInPlaceUpdate=true",
        "ImagePullJobGate=true",
        "PodUnavailableBudgetUpdateGate=false"
      })
  void valueThatHoldsAnywayIsNot(String flag) {
    assertThat(parse(flag).remarks()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PodIndexLabel      | PodIndexLabel is neither on nor off: write PodIndexLabel=true or PodIndexLabel=false.
          PodIndexLabel=     | PodIndexLabel= is neither on nor off: write PodIndexLabel=true or PodIndexLabel=false.
          PodIndexLabel=1    | PodIndexLabel=1 is neither on nor off: write PodIndexLabel=true or PodIndexLabel=false.
          KruiseDaemon=maybe | KruiseDaemon=maybe is neither on nor off: write KruiseDaemon=true or KruiseDaemon=false.
          """)
  void valueMustBeTrueOrFalse(String flag, String sentence) {
    assertThatThrownBy(() -> parse(flag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--feature-gates: " + sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"StartOrdinal=true", "StartOrdinal", "PodIndexLabel=true,StartOrdinal="})
  void unknownNameIsAnsweredWithAllThatAreKnown(String flag) {
    assertThatThrownBy(() -> parse(flag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--feature-gates: there is no gate StartOrdinal: write one of AllAlpha, AllBeta,"
                + " ImagePullJobGate, InPlacePodVerticalScaling, InPlaceUpdateEnvFromMetadata,"
                + " InPlaceWorkloadVerticalScaling, KruiseDaemon, KruisePodReadinessGate,"
                + " PodIndexLabel, PodUnavailableBudgetDeleteGate, PodUnavailableBudgetUpdateGate,"
                + " PodWebhook, PreDownloadImageForInPlaceUpdate, PreparingUpdateAsUpdate,"
                + " ResourcesDeletionProtection, StatefulSetAutoDeletePVC,"
                + " StatefulSetAutoResizePVCGate, StatefulSetStartOrdinal, TemplateNoDefaults.");
  }

  private static FeatureGates parse(String flag) {
    return FeatureGates.parse(List.of(flag));
  }
}
