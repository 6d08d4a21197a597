package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The user changes the set just when Kruise has left it half-way, and programs act on the hooks:
/// every state has a way to the end, and pods are replaced only where the change asks for it.
class ChangeOfMindTest {
  /// Where something is under way.
  private static final List<KruiseState> STATES =
      KruiseState.names().stream()
          .filter(name -> name.matches("(batch|gate|grace|preparing|rolling|updat(ed|ing)).*"))
          .filter(name -> !name.startsWith("updated-before"))
          .map(KruiseState::load)
          .toList();

  private static final int ROUNDS = 30;

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          template taken back      | Parallel     | stay | template: {spec: {containers: [{name: main, image: 'app:1'}, {name: sidecar, image: 'sidecar:1'}]}}
          template taken back      | OrderedReady | stay | template: {spec: {containers: [{name: main, image: 'app:1'}, {name: sidecar, image: 'sidecar:1'}]}}
          a third image            | OrderedReady | stay | template: {spec: {containers: [{name: main, image: 'app:3'}]}}
          hooks removed            | OrderedReady | stay | lifecycle: null
          more pods, one at a time | Parallel     | stay | replicas: 5, scaleStrategy: {maxUnavailable: 1}
          updates left to the user | OrderedReady | stay | updateStrategy: {type: OnDelete}
          all kept as they are     | Parallel     | stay | updateStrategy: {rollingUpdate: {partition: 3}}
          fewer pods               | OrderedReady | go   | replicas: 1
          another ordinal          | OrderedReady | go   | reserveOrdinals: [2]
          not possible in place    | OrderedReady | go   | template: {spec: {dnsPolicy: Default}}
          """)
  void everyStateFindsItsWayToRest(String why, String policy, String pods, String spec) {
    var change = Yaml.read("spec: {podManagementPolicy: " + policy + ", " + spec + "}");
    for (var state : STATES) {
      var name = state.name();
      var handover = Handover.of(state.with(change));
      var before = handover.uids();
      var scenario = play(handover);

      assertThat(scenario).as(name).endsWith("rest");
      if (pods.equals("stay") && !name.startsWith("preparing-delete")) {
        assertThat(handover.uids()).as(name).containsAllEntriesOf(before);
      }
    }
  }

  /// A bad image, met in the middle of something else, is mended by the next one.
  @ParameterizedTest
  @CsvSource({"Parallel, missing", "OrderedReady, crash"})
  void everyStateRecoversFromABadImage(String policy, String tag) {
    var bad = "spec: {podManagementPolicy: " + policy + ", " + image(tag) + "}";
    var good = "metadata: {generation: 2}\nspec: {" + image("4") + "}";
    for (var state : STATES) {
      var name = state.name();
      var handover = Handover.of(state.with(Yaml.read(bad)));
      var before = handover.uids();
      play(handover);
      handover.change("StatefulSet/web", Yaml.read(good));
      var scenario = play(handover);

      assertThat(scenario).as(name).endsWith("rest");
      if (!name.startsWith("preparing-delete")) {
        assertThat(handover.uids()).as(name).isEqualTo(before);
      }
    }
  }

  private static String image(String tag) {
    return "template: {spec: {containers: [{name: main, image: 'app:" + tag + "'}]}}";
  }

  private static List<String> play(Handover handover) {
    var scenario = handover.play();
    for (var i = 0; i < ROUNDS && !scenario.getLast().equals("rest") && attend(handover); i++) {
      scenario = handover.play();
    }
    return scenario;
  }

  /// What the owners of the hooks do: let go what is held, and put on again what was let go.
  private static boolean attend(Handover handover) {
    var hasActed = false;
    for (var name : handover.uids().keySet()) {
      var labels = handover.pod(name).object("metadata").object("labels");
      var wanted =
          switch (labels.text("lifecycle.apps.kruise.io/state")) {
            case "PreparingUpdate", "PreparingDelete" -> Json.of("drain", Json.of("false"));
            case "Updated" -> Json.of("drain", Json.of("true"));
            case "PreparingNormal" -> Json.of("warm", Json.of("true"));
            default -> Json.EMPTY;
          };
      if (!Strategic.merge(labels, wanted).equals(labels)) {
        handover.change("Pod/" + name, Json.of("metadata", Json.of("labels", wanted)));
        hasActed = true;
      }
    }
    return hasActed;
  }
}
