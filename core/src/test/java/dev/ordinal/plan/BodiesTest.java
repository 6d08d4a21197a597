package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodiesTest {
  private static final String OWNER =
      """
      [{"apiVersion":"apps.kruise.io/v1beta1","blockOwnerDeletion":true,"controller":true,\
      "kind":"StatefulSet","name":"web","uid":"set"}]""";

  @Test
  void podHasItsIdentityItsClaimsAndItsTemplate() {
    assertThat(body("replicas=1 claims=data", 1))
        .isEqualTo(
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"web-","labels":{"app":"web",\
            "apps.kubernetes.io/pod-index":"0","controller-revision-hash":"v1",\
            "statefulset.kubernetes.io/pod-name":"web-0"},"name":"web-0","namespace":"shop",\
            "ownerReferences":%s},"spec":{"containers":[{"image":"v1","name":"main"}],\
            "hostname":"web-0","subdomain":"web","volumes":[{"name":"data",\
            "persistentVolumeClaim":{"claimName":"data-web-0"}}]}}"""
                .formatted(OWNER));
  }

  @Test
  void claimTakesThePlaceOfAVolumeOfItsName() {
    var set = Picture.of("replicas=1 claims=data", "").snapshot().set();
    var template =
        Yaml.read("{spec: {volumes: [{name: data, emptyDir: {}}, {name: tmp, emptyDir: {}}]}}");
    var revision = new RevisionView(set.meta(), 1, Revision.payload(template));

    assertThat(JsonText.write(Bodies.pod(set, 0, revision, Picture.NOW)))
        .contains(
            """
            "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"data-web-0"}},\
            {"emptyDir":{},"name":"tmp"}]""");
  }

  @Test
  void indexLabelCanBeSwitchedOff() {
    assertThat(body("replicas=1 off=PodIndexLabel", 0))
        .contains("\"statefulset.kubernetes.io/pod-name\":\"web-0\"")
        .doesNotContain("apps.kubernetes.io/pod-index");
  }

  @Test
  void claimCarriesTheSelectorsLabelsAndNoOwner() {
    assertThat(body("replicas=1 claims=data", 0))
        .isEqualTo(
            """
            {"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"labels":{"app":"web"},\
            "name":"data-web-0","namespace":"shop"}}""");
  }

  @Test
  void claimThatDiesWithTheSetIsOwnedFromItsFirstMoment() {
    assertThat(body("replicas=1 claims=data deleteWithSet", 0)).contains(OWNER);
  }

  @Test
  void setWithoutServiceGivesNoSubdomain() {
    assertThat(body("replicas=1 service=", 0)).doesNotContain("subdomain");
  }

  @Test
  void revisionHoldsTheTemplateAndItsHash() {
    assertThat(body("noRevision", 0))
        .isEqualTo(
            """
            {"apiVersion":"apps/v1","data":{"spec":{"template":{"$patch":"replace",\
            "metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"image":"v1",\
            "name":"main"}]}}}},"kind":"ControllerRevision","metadata":{"annotations":{},\
            "labels":{"app":"web","controller.kubernetes.io/hash":"6466b89fb"},\
            "name":"web-6466b89fb","namespace":"shop","ownerReferences":%s},"revision":1}"""
                .formatted(OWNER));
  }

  private static String body(String rules, int position) {
    var action = Picture.of(rules, "").plan().chains().getFirst().actions().get(position);
    return switch (action) {
      case Action.CreatePod(_, _, var body) -> JsonText.write(body);
      case Action.CreateClaim(_, _, var body) -> JsonText.write(body);
      case Action.CreateRevision(_, var body) -> JsonText.write(body);
      default -> throw new AssertionError("creates nothing: " + action);
    };
  }

  /// The hook of its first moment lets a pod in that is born with all that it asks for.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          has nothing of it    | {}                                             | PreparingNormal
          has the label        | {labels: {warm: 'true'}}                       | PreparingNormal
          has the finalizer    | {finalizers: [guard]}                          | PreparingNormal
          has both             | {labels: {warm: 'true'}, finalizers: [guard]}  | Normal
          has another value    | {labels: {warm: 'false'}, finalizers: [guard]} | PreparingNormal
          has others as well   | {labels: {warm: 'true', a: b}, finalizers: [a, guard]} | Normal
          """)
  void podIsAdmittedByItsTemplate(String why, String metadata, String state) {
    var set = Picture.of("preNormal=warm,+guard", "").snapshot().set();
    var template = Json.of("metadata", Yaml.read(metadata));
    var revision = new RevisionView(set.meta(), 1, Revision.payload(template));

    var labels = Bodies.pod(set, 0, revision, Picture.NOW).object("metadata").object("labels");

    assertThat(labels.text("lifecycle.apps.kruise.io/state")).isEqualTo(state);
  }

  /// The API server accepts a template on its own only with a volume for each mount.
  @Test
  void templateOnItsOwnHasAVolumeForEachClaim() {
    var template =
        Yaml.read(
            """
            spec:
              volumes: [{name: tmp, emptyDir: {}}]
              initContainers: [{name: first, volumeMounts: [{name: tmp}, {name: data}]}]
              containers:
              - {name: main, volumeMounts: [{name: data}], volumeDevices: [{name: disk}]}
              - nonsense
            """);

    assertThat(JsonText.write(Bodies.template(template).object("template").object("spec")))
        .contains(
            """
            "volumes":[{"emptyDir":{},"name":"tmp"},\
            {"name":"data","persistentVolumeClaim":{"claimName":"data"}},\
            {"name":"disk","persistentVolumeClaim":{"claimName":"disk"}}]""");
  }

  @Test
  void templateWithoutMountsStaysAsItIs() {
    assertThat(JsonText.write(Bodies.template(Yaml.read("spec: {containers: [{name: main}]}"))))
        .isEqualTo(
            """
            {"apiVersion":"v1","kind":"PodTemplate","metadata":{"generateName":"template-"},\
            "template":{"spec":{"containers":[{"name":"main"}]}}}""");
  }
}
