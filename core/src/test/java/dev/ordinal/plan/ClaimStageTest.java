package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimStageTest {
  private static final String DATA = "data-web-0";

  /// Owners: `set`, `pod` (of this very pod), `oldSet`, `oldPod` (of the same name, gone), `other`
  /// (a foreign controller), `friend` (a foreign owner that does not control), `weak` (the set,
  /// but not as the controller), `weakOldSet` and `weakOldPod` likewise, `cousin` (another set)
  /// and `neighbour` (another pod), which do not control either.
  private static Owner[] owners(String words) {
    return Stream.of(words.split(" "))
        .filter(word -> !word.equals("-"))
        .map(ClaimStageTest::owner)
        .toArray(Owner[]::new);
  }

  private static Owner owner(String word) {
    return switch (word) {
      case "set" -> Picture.SET;
      case "weak" -> new Owner(Names.API_VERSION, Names.KIND, "web", "set", false);
      case "oldSet" -> new Owner("apps.kruise.io/v1alpha1", Names.KIND, "web", "gone", true);
      case "pod" -> Picture.pod("web-0", "pod-0");
      case "oldPod" -> Picture.pod("web-0", "gone");
      case "other" -> new Owner("v1", "Backup", "nightly", "backup", true);
      case "weakOldSet" -> new Owner("apps.kruise.io/v1alpha1", Names.KIND, "web", "gone", false);
      case "weakOldPod" -> new Owner("v1", "Pod", "web-0", "gone", false);
      case "cousin" -> new Owner(Names.API_VERSION, Names.KIND, "db", "set-db", false);
      case "neighbour" -> new Owner("v1", "Pod", "web-1", "pod-1", false);
      case "friend" -> new Owner("v1", "Backup", "nightly", "backup", false);
      default -> throw new IllegalArgumentException(word);
    };
  }

  @ParameterizedTest(name = "{0} owned by {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                         | -          | -
                                         | set        | own data-web-0 -set
                                         | pod        | own data-web-0 -pod-0
                                         | friend     | -
                                         | other      | -
                                         | other set  | own data-web-0 -set
          deleteWithSet                  | -          | own data-web-0 +set
          deleteWithSet                  | set        | -
          deleteWithSet                  | weak       | own data-web-0 +set
          deleteWithSet                  | pod        | own data-web-0 +set -pod-0
          deleteWithSet                  | friend     | own data-web-0 +set
          deleteWithSet                  | other      | -
          deleteWithSet                  | other set  | own data-web-0 -set
          deleteWithSet                  | oldSet     | -
          deleteWithSet                  | oldPod     | -
          deleteWithSet                  | weakOldSet | -
          deleteWithSet                  | weakOldPod | -
          deleteWithSet                  | cousin     | own data-web-0 +set
          deleteWithSet                  | neighbour  | own data-web-0 +set
          deleteWhenScaled               | -          | -
          deleteWhenScaled               | set        | own data-web-0 -set
          deleteWhenScaled               | pod        | own data-web-0 -pod-0
          deleteWhenScaled               | oldPod     | -
          deleteWithSet deleteWhenScaled | -          | own data-web-0 +set
          deleteWithSet deleteWhenScaled | set        | -
          deleteWithSet deleteWhenScaled | pod        | own data-web-0 +set -pod-0
          """)
  void wantedPod(String policy, String owned, String expected) {
    var rules = "replicas=1 claims=data " + (policy == null ? "" : policy);
    var picture = Picture.of(rules, "0:v1:ready").claim(DATA, "bound", owners(owned));
    assertThat(picture.actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} owned by {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                         | -         | delete web-0 SCALE_DOWN
                                         | set       | own data-web-0 -set > delete web-0 SCALE_DOWN
          deleteWithSet                  | set       | delete web-0 SCALE_DOWN
          deleteWithSet                  | -         | own data-web-0 +set > delete web-0 SCALE_DOWN
          deleteWhenScaled               | -         | confirm web > own data-web-0 +pod-0 > delete web-0 SCALE_DOWN
          deleteWhenScaled               | pod       | delete web-0 SCALE_DOWN
          deleteWhenScaled               | oldPod    | delete web-0 SCALE_DOWN
          deleteWhenScaled               | other     | delete web-0 SCALE_DOWN
          deleteWhenScaled               | other pod | confirm web > own data-web-0 -pod-0 > delete web-0 SCALE_DOWN
          deleteWhenScaled               | friend    | confirm web > own data-web-0 +pod-0 > delete web-0 SCALE_DOWN
          deleteWithSet deleteWhenScaled | -         | confirm web > own data-web-0 +pod-0 > delete web-0 SCALE_DOWN
          deleteWithSet deleteWhenScaled | set       | confirm web > own data-web-0 -set +pod-0 > delete web-0 SCALE_DOWN
          deleteWithSet deleteWhenScaled | pod       | delete web-0 SCALE_DOWN
          """)
  void condemnedPod(String policy, String owned, String expected) {
    var rules = "replicas=0 claims=data " + (policy == null ? "" : policy);
    var ordered = Picture.of(rules, "0:v1:ready").claim(DATA, "bound", owners(owned));
    var parallel =
        Picture.of(rules + " parallel", "0:v1:ready").claim(DATA, "bound", owners(owned));

    assertThat(ordered.show()).isEqualTo(expected + "\n");
    assertThat(parallel.show()).isEqualTo(expected + "\n");
  }

  /// A pod that is deleted before its turn takes its claim along all the same.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          its turn comes later       |          | 0:v1:ready 1:v1:ready | confirm web > own data-web-0 +pod-0
          it terminates already      |          | 0:v1:terminating      | confirm web > own data-web-0 +pod-0
          it terminates, in parallel | parallel | 0:v1:terminating      | confirm web > own data-web-0 +pod-0
          it is unwell and waits     |          | 0:v1:crash 1:v1:crash | confirm web > own data-web-0 +pod-0
          """)
  void condemnedPodMayDieEarly(String why, String policy, String pods, String expected) {
    var rules = "replicas=0 claims=data deleteWhenScaled " + (policy == null ? "" : policy);
    assertThat(Picture.of(rules, pods).claim(DATA, "bound").show().lines()).contains(expected);
  }

  @Test
  void claimOfAPodThatIsWantedStaysItsOwnWhileItTerminates() {
    var rules = "replicas=1 claims=data deleteWhenScaled";
    assertThat(Picture.of(rules, "0:v1:terminating").claim(DATA, "bound").actions()).isEqualTo("-");
  }

  @Test
  void foreignControllerIsReported() {
    var rules = "replicas=1 claims=data deleteWithSet";
    var plan = Picture.of(rules, "0:v1:ready").claim(DATA, "bound", owner("other")).plan();

    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "ConflictingController",
                "Claim data-web-0 belongs to another controller and is left to it"));
    assertThat(plan.isAtRest()).isTrue();
    assertThat(
            Picture.of("replicas=1 claims=data", "0:v1:ready")
                .claim(DATA, "bound", owner("other"))
                .plan()
                .notices())
        .isEmpty();
  }

  @Test
  void claimOnItsWayOutGetsNoOwner() {
    var rules = "replicas=1 claims=data deleteWithSet";
    assertThat(Picture.of(rules, "0:v1:ready").claim(DATA, "terminating").actions()).isEqualTo("-");
  }

  @Test
  void eachClaimIsMadeFromItsOwnTemplate() {
    var chain =
        Picture.of("replicas=1 claims=data:1Gi,log:2Gi", "").plan().chains().getFirst().actions();

    assertThat(chain.subList(0, 2))
        .extracting(action -> action instanceof Action.CreateClaim create ? size(create) : "none")
        .containsExactly("data-web-0 1Gi", "log-web-0 2Gi");
  }

  private static String size(Action.CreateClaim create) {
    var requests = create.body().object("spec").object("resources").object("requests");
    return create.target() + " " + requests.text("storage");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a pod's of this name, gone | bound oldPod deleteWhenScaled | hold web-0 StaleClaim[claim=data-web-0]
          and the policy has changed | bound oldPod                  | hold web-0 StaleClaim[claim=data-web-0]
          terminating                | terminating -                 | hold web-0 ClaimTerminating[claim=data-web-0]
          the set's                  | bound set deleteWithSet       | create web-0 v1
          a foreign controller's     | bound other deleteWithSet     | create web-0 v1
          nobody's                   | bound - deleteWhenScaled      | create web-0 v1
          """)
  void claimBeforeItsPod(String whose, String claim, String expected) {
    var words = claim.split(" +");
    var rules = "replicas=1 claims=data " + (words.length > 2 ? words[2] : "");
    assertThat(Picture.of(rules, "").claim(DATA, words[0], owners(words[1])).show())
        .isEqualTo(expected + "\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pending pod gets it back       | 0:v1:starting | claim data-web-0
          running pod does not           | 0:v1:unready  | -
          terminating pod does not       | 0:v1:terminating | -
          failed pod does not            | 0:v1:failed   | delete web-0 FINISHED
          """)
  void missingClaim(String why, String pods, String expected) {
    assertThat(Picture.of("replicas=1 claims=data", pods).actions()).isEqualTo(expected);
  }

  @Test
  void pendingPodWithAnotherClaimUnderTheNameGetsNone() {
    var rules = "replicas=1 claims=data new=data paused";
    assertThat(Picture.of(rules, "0:v1:starting").actions()).isEqualTo("-");
  }

  @Test
  void terminatingClaimOfAPendingPodIsWaitedFor() {
    var picture = Picture.of("replicas=1 claims=data", "0:v1:starting").claim(DATA, "terminating");
    assertThat(picture.show()).isEqualTo("hold web-0 PodNotAvailable[state=starting]\n");
  }

  /// A pod cannot get a volume while it runs; one that it has and no template asks for does no
  /// harm.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          added: the pod is replaced         | claims=data,log new=log                                | delete web-0 UPDATE
          in place as well                   | claims=data,log new=log inPlace                        | delete web-0 UPDATE
          and so in parallel                 | claims=data,log new=log parallel                       | delete web-0 UPDATE
          first the server is asked          | claims=data,log new=log unchecked                      | check v1
          and refuses: nothing               | claims=data,log new=log refused                        | -
          added, below the partition         | claims=data,log new=log partition=1                    | -
          added, paused                      | claims=data,log new=log paused                         | -
          added, updates by the user         | claims=data,log new=log onDelete                       | -
          removed: nothing                   | claims=data old=log                                    | -
          the last one: nothing              | old=log                                                | -
          removed with a new template        | claims=data old=log template=v2 revisions=v1,v2        | delete web-0 UPDATE
          and in place                       | claims=data old=log template=v2 revisions=v1,v2 inPlace | patch web-0 CLOSE_GATE, patch web-0 UPDATE
          renamed: the pod is replaced       | claims=db new=db old=data                              | delete web-0 UPDATE
          """)
  void claimTemplates(String why, String rules, String expected) {
    assertThat(Picture.of("replicas=1 current=v1 " + rules, "0:v1:ready").actions())
        .isEqualTo(expected);
  }

  /// The policy would give the claim to the pod, which goes now or waits for its turn.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it is deleted              | replicas=0 deleteWhenScaled          | 0:v1:ready             | 1
          it is deleted, in parallel | replicas=0 deleteWhenScaled parallel | 0:v1:ready             | 1
          it waits for its turn      | replicas=0 deleteWhenScaled          | 0:v1:ready 1:v1:ready  | 1
          its claim stays            | replicas=0                           | 0:v1:ready             | 0
          it only comes back         | replicas=1 deleteWhenScaled          | 0:v1:failed            | 0
          """)
  void foreignControllerOfACondemnedPodsClaimIsReported(
      String why, String rules, String pods, int expected) {
    var picture = Picture.of(rules + " claims=data", pods).claim(DATA, "bound", owner("other"));

    assertThat(picture.plan().notices())
        .extracting(Plan.Notice::reason)
        .hasSize(expected)
        .allMatch("ConflictingController"::equals);
  }
}
