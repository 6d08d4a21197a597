package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetSpec.ClaimUpdate;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetParserTest {
  private static final SetParser PARSER = new SetParser(FeatureGate.defaults());

  @Test
  void noExampleHasAFault() throws IOException {
    try (var files = Files.list(Path.of("examples"))) {
      assertThat(files.toList())
          .isNotEmpty()
          .allSatisfy(
              file -> {
                var object = Yaml.documents(file.toString()).getLast();
                var isJob = object.text("kind").equals("ImagePullJob");
                assertThat(isJob ? JobParser.parse(object).faults() : PARSER.parse(object).faults())
                    .isEmpty();
              });
    }
  }

  @Test
  void exampleSetHasNoFaults() {
    var set = PARSER.parse(Yaml.documents("examples/web.yaml").getLast());

    assertThat(set.faults()).isEmpty();
    assertThat(set.spec().replicas()).isEqualTo(3);
    assertThat(set.spec().minReady()).isEqualTo(Duration.ofSeconds(10));
    assertThat(set.spec().claimTemplates()).extracting("name").containsExactly("www");
  }

  @Test
  void fieldBehindAGateThatIsOffIsIgnored() {
    var fields =
        """
        spec:
          selector: {matchLabels: {a: b}}
          template: {metadata: {labels: {a: b}}}
          ordinals: {start: 3}
          persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
          volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}
        """;
    var on = PARSER.parse(Yaml.read(fields)).spec();
    var off = new SetParser(Set.of()).parse(Yaml.read(fields)).spec();

    assertThat(on.start()).isEqualTo(3);
    assertThat(on.retention()).isEqualTo(new Retention(true, true));
    assertThat(on.claimUpdate()).isEqualTo(ClaimUpdate.ON_POD_ROLLING_UPDATE);
    assertThat(on.gates()).isEqualTo(FeatureGate.defaults());
    assertThat(off.start()).isZero();
    assertThat(off.retention()).isEqualTo(new Retention(false, false));
    assertThat(off.claimUpdate()).isEqualTo(ClaimUpdate.ON_DELETE);
    assertThat(off.gates()).isEmpty();
  }

  @Test
  void largerMinReadyCounts() {
    var native10 =
        set("minReadySeconds: 10, updateStrategy: {rollingUpdate: {minReadySeconds: 5}}");
    var kruise10 =
        set("minReadySeconds: 5, updateStrategy: {rollingUpdate: {minReadySeconds: 10}}");

    assertThat(native10.spec().minReady()).isEqualTo(Duration.ofSeconds(10));
    assertThat(kruise10.spec().minReady()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void blockBesideOnDeleteIsIgnored() {
    var set =
        set("updateStrategy: {type: OnDelete, rollingUpdate: {partition: -1, minReadySeconds: 9}}");

    assertThat(set.spec().update()).isEqualTo(new OnDelete());
    assertThat(set.spec().minReady()).isEqualTo(Duration.ZERO);
    assertThat(set.faults()).isEmpty();
  }

  @Test
  void absentBlockMeansAnEmptyOne() {
    assertThat(set("updateStrategy: {type: RollingUpdate}").spec().update())
        .isEqualTo(set("updateStrategy: {rollingUpdate: {}}").spec().update())
        .isInstanceOfSatisfying(
            Rolling.class,
            rolling -> assertThat(rolling.maxUnavailable()).isEqualTo(new Amount.Count(1)));
  }

  @Test
  void hugeRangesStayRanges() {
    assertThat(set("reserveOrdinals: ['0-2147483647', 2147483647]").spec().reserved())
        .containsExactly(
            new IntRange(0, Integer.MAX_VALUE), new IntRange(Integer.MAX_VALUE, Integer.MAX_VALUE));
  }

  @Test
  void nullCountsAsAbsent() {
    var nulls =
        set(
            "replicas: null, updateStrategy: null, lifecycle: {preDelete: null}, serviceName: null");

    assertThat(nulls.spec()).isEqualTo(set("lifecycle: {}").spec());
    assertThat(nulls.faults()).isEmpty();
  }

  @Test
  void negativeGraceMeansNone() {
    var set =
        set("updateStrategy: {rollingUpdate: {inPlaceUpdateStrategy: {gracePeriodSeconds: -5}}}");

    assertThat(set.spec().update())
        .isInstanceOfSatisfying(
            Rolling.class,
            rolling -> assertThat(rolling.inPlace().grace()).isEqualTo(Duration.ZERO));
    assertThat(set.faults()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          replicas: -1                | spec.replicas is -1: write a whole number from 0 to 2147483647
          replicas: 3000000000        | spec.replicas is 3000000000: write a whole number from 0 to 2147483647
          replicas: 1.5               | spec.replicas is 1.5: write a whole number from 0 to 2147483647
          revisionHistoryLimit: many  | spec.revisionHistoryLimit is "many": write a whole number
          serviceName: 7              | spec.serviceName is 7: write a text, in quotes if it looks like a number
          podManagementPolicy: Burst  | spec.podManagementPolicy is "Burst": write OrderedReady or Parallel
          ordinals: 5                 | spec.ordinals is 5: write an object
          reserveOrdinals: 5          | spec.reserveOrdinals is 5: write a list
          reserveOrdinals: [1, 7-5]   | spec.reserveOrdinals[1] is "7-5": write a number from 0 to 2147483647, such as 3, or a range such as "5-7"
          scaleStrategy: {maxUnavailable: 0%} | spec.scaleStrategy.maxUnavailable is "0%": write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          lifecycle: {preNormal: {markPodNotReady: 1}} | spec.lifecycle.preNormal.markPodNotReady is 1: write true or false
          lifecycle: {preNormal: {labelsHandler: {a: 1}}} | spec.lifecycle.preNormal.labelsHandler.a is 1: write a text, in quotes if it looks like a number
          lifecycle: {preDelete: {labelsHandler: {'': x}}} | spec.lifecycle.preDelete.labelsHandler is {"":"x"}: write labels that a pod can carry, such as example.com/drain
          lifecycle: {preDelete: {labelsHandler: {a: 'b c'}}} | spec.lifecycle.preDelete.labelsHandler is {"a":"b c"}: write labels that a pod can carry, such as example.com/drain
          lifecycle: {inPlaceUpdate: {finalizersHandler: [x.y/z, '']}} | spec.lifecycle.inPlaceUpdate.finalizersHandler[1] is "": write a name with a domain, such as example.com/drain
          lifecycle: {preNormal: {finalizersHandler: [drain]}} | spec.lifecycle.preNormal.finalizersHandler[0] is "drain": write a name with a domain, such as example.com/drain
          volumeClaimTemplates: [{}]  | spec.volumeClaimTemplates[0].metadata.name is missing: give each claim template a name of its own
          """)
  void faultSaysWhatToWriteInstead(String field, String fault) {
    assertThat(set(field).faults()).containsExactly(fault);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          partition: -1           | partition is -1: write a whole number from 0 to 2147483647
          maxUnavailable: 0       | maxUnavailable is 0: write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          maxUnavailable: -1      | maxUnavailable is -1: write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          maxUnavailable: '5'     | maxUnavailable is "5": write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          maxUnavailable: 00%     | maxUnavailable is "00%": write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          maxUnavailable: x%      | maxUnavailable is "x%": write a whole number from 1 to 2147483647, such as 2, or a percentage such as "25%"
          podUpdatePolicy: Never  | podUpdatePolicy is "Never": write InPlaceIfPossible or InPlaceOnly or ReCreate
          unorderedUpdate: {priorityStrategy: {orderPriority: [{orderedKey: ''}]}} | unorderedUpdate.priorityStrategy.orderPriority[0].orderedKey is "": write the name of a label
          unorderedUpdate: {priorityStrategy: {orderPriority: [{}]}} | unorderedUpdate.priorityStrategy.orderPriority[0].orderedKey is missing: write the name of a label
          unorderedUpdate: {priorityStrategy: {weightPriority: [{weight: 101, matchSelector: {matchLabels: {a: b}}}]}} | unorderedUpdate.priorityStrategy.weightPriority[0].weight is 101: write a whole number from 0 to 100
          unorderedUpdate: {priorityStrategy: {weightPriority: [{weight: -1, matchSelector: {matchLabels: {a: b}}}]}} | unorderedUpdate.priorityStrategy.weightPriority[0].weight is -1: write a whole number from 0 to 2147483647
          unorderedUpdate: {priorityStrategy: {weightPriority: [{weight: 1, matchSelector: {}}]}} | unorderedUpdate.priorityStrategy.weightPriority[0].matchSelector is {}: write at least one label under matchLabels, or every pod would match
          unorderedUpdate: {priorityStrategy: {weightPriority: [{weight: 1, matchSelector: {matchExpressions: [{key: a, operator: In}]}}]}} | unorderedUpdate.priorityStrategy.weightPriority[0].matchSelector.matchExpressions[0] is {"key":"a","operator":"In"}: write values for In and NotIn, and none for the others
          unorderedUpdate: {priorityStrategy: {weightPriority: [{weight: 1, matchSelector: {matchLabels: {a: b}}}], orderPriority: [{orderedKey: a}]}} | unorderedUpdate.priorityStrategy is {"orderPriority":[{"orderedKey":"a"}],"weightPriority":[{"ma…: remove either weightPriority or orderPriority
          """)
  void faultOfAStrategySaysWhatToWriteInstead(String field, String fault) {
    var set =
        set("podManagementPolicy: Parallel, updateStrategy: {rollingUpdate: {" + field + "}}");

    assertThat(set.faults()).containsExactly("spec.updateStrategy.rollingUpdate." + fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200%  | 8
          050%  | 2
          1%    | 1
          999999999% | 39999999
          """)
  void percentageHasNoUpperEnd(String written, int ofFour) {
    var set = set("scaleStrategy: {maxUnavailable: " + written + "}");

    assertThat(set.faults()).isEmpty();
    assertThat(set.spec().scaleMaxUnavailable().orElseThrow().of(4)).isEqualTo(ofFour);
  }

  @ParameterizedTest
  @ValueSource(strings = {"InPlaceIfPossible", "InPlaceOnly"})
  void updateInPlaceNeedsItsGate(String policy) {
    var update = "updateStrategy: {rollingUpdate: {podUpdatePolicy: " + policy + "}}";
    var gated =
        Yaml.read(
            "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec:"
                + " {readinessGates: [{conditionType: other}, {conditionType: InPlaceUpdateReady}]}"
                + "}, "
                + update
                + "}");

    assertThat(set(update).faults())
        .containsExactly(
            "spec.template.spec.readinessGates is missing: add {conditionType: InPlaceUpdateReady},"
                + " or set podUpdatePolicy to ReCreate");
    assertThat(PARSER.parse(gated).faults()).isEmpty();
  }

  @Test
  void unorderedUpdateNeedsParallelPods() {
    var update = "updateStrategy: {rollingUpdate: {unorderedUpdate: {}}}";

    assertThat(set(update).faults())
        .containsExactly(
            "spec.updateStrategy.rollingUpdate.unorderedUpdate is {}: remove it, or make a set"
                + " with podManagementPolicy Parallel");
    assertThat(set("podManagementPolicy: Parallel, " + update).faults()).isEmpty();
  }

  @Test
  void selectorMustMatchTheTemplate() {
    var set =
        Yaml.read(
            "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: c}}}}");

    assertThat(PARSER.parse(set).faults())
        .containsExactly(
            "spec.template.metadata.labels is {\"a\":\"c\"}: "
                + "write labels that spec.selector (a=b) matches");
  }

  @Test
  void emptySelectorIsAFault() {
    assertThat(PARSER.parse(Yaml.read("spec: {selector: {}, template: {spec: {}}}")).faults())
        .containsExactly(
            "spec.selector is {}: "
                + "write at least one label under matchLabels, or every pod would match");
  }

  @Test
  void claimTemplatesNeedDifferentNames() {
    var set = set("volumeClaimTemplates: [{metadata: {name: www}}, {metadata: {name: www}}]");

    assertThat(set.spec().claimTemplates()).hasSize(1);
    assertThat(set.faults())
        .containsExactly(
            "spec.volumeClaimTemplates[1].metadata.name is \"www\": "
                + "give each claim template a name of its own");
  }

  @Test
  void anythingCanBeParsed() {
    assertThat(PARSER.parse(Json.EMPTY).faults()).isNotEmpty();
    assertThat(PARSER.parse(Yaml.read("metadata: []\nspec: []\nstatus: 5")).faults())
        .contains("spec is []: write an object");
  }

  /// A set that is sound but for `fields`, which are members of its spec.
  private static SetView set(String fields) {
    return PARSER.parse(
        Yaml.read(
            "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}, "
                + fields
                + "}"));
  }
}
