package dev.ordinal.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.lint.YamlFile.Unreadable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinterTest {
  private static final String SET =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web}
      spec:
        MORE
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
              - CONTAINER
      """;
  private static final String GOOD = "{name: app, image: app}";

  private static List<String> lint(String text) throws Unreadable {
    var linter = new Linter();
    var found = new ArrayList<String>();
    for (var document : YamlFile.read("web.yaml", text)) {
      linter.judge(document).forEach(finding -> found.add(finding.line()));
    }
    return found;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          nothing wrong      | replicas: 1                          | -
          misspelt           | replica: 1                           | web.yaml:5: spec.replica: there is no such field: did you mean replicas?
          other case         | minreadySeconds: 1                   | web.yaml:5: spec.minreadySeconds: there is no such field: did you mean minReadySeconds?
          unknown            | colour: red                          | web.yaml:5: spec.colour: there is no such field: remove it
          out of range       | replicas: -1                         | web.yaml:5: spec.replicas: Invalid value: -1: it should be greater than or equal to 0
          wrong type         | replicas: '3'                        | web.yaml:5: spec.replicas: Invalid value: "string": it must be of type integer: "string"
          in a list          | reserveOrdinals: [1, 7-5]            | web.yaml:5: spec.reserveOrdinals[1]: Invalid value: "7-5": an entry of reserveOrdinals must be a whole number from 0 to 2147483647 without quotes, such as 3, or a range from low to high, such as "5-7"
          a rule             | scaleStrategy: {maxUnavailable: 0}   | web.yaml:5: spec.scaleStrategy.maxUnavailable: Invalid value: 0: maxUnavailable must be a whole number from 1 to 2147483647, such as 2, or a percentage of at least "1%", such as "25%"
          yes is no text     | serviceName: yes                     | web.yaml:5: spec.serviceName: Invalid value: "boolean": it must be of type string: "boolean"
          """)
  void spec(String why, String more, String expected) throws Unreadable {
    var found = lint(SET.replace("MORE", more).replace("CONTAINER", GOOD));

    assertThat(found.isEmpty() ? "-" : String.join("\n", found)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          nothing wrong | {name: app, image: app}                                  | -
          misspelt      | {name: app, image: app, imagePulPolicy: Always}          | web.yaml:11: spec.template.spec.containers[0].imagePulPolicy: there is no such field: did you mean imagePullPolicy?
          no name       | {image: app}                                             | web.yaml:11: spec.template.spec.containers[0].name: Required value
          """)
  void template(String why, String container, String expected) throws Unreadable {
    var found = lint(SET.replace("MORE", "replicas: 2").replace("CONTAINER", container));

    assertThat(found.isEmpty() ? "-" : String.join("\n", found)).isEqualTo(expected);
  }

  @Test
  void eachDocumentHasItsOwnLines() throws Unreadable {
    var wrong = SET.replace("MORE", "replica: 1").replace("CONTAINER", GOOD);

    assertThat(lint(wrong + "---\n" + wrong))
        .extracting(line -> line.substring(0, line.indexOf(" ")))
        .containsExactly("web.yaml:5:", "web.yaml:17:");
  }

  @Test
  void listsAreLookedInto() throws Unreadable {
    var list =
        """
        apiVersion: v1
        kind: List
        items:
          - apiVersion: apps.kruise.io/v1beta1
            kind: ImagePullJob
            metadata: {name: pull}
            spec:
              images: app
        """;

    assertThat(lint(list))
        .contains("web.yaml:8: spec.images: there is no such field: did you mean image?");
  }

  @Test
  void versionThatDoesNotExistIsNamed() throws Unreadable {
    assertThat(lint("{apiVersion: apps.kruise.io/v1, kind: StatefulSet}"))
        .containsExactly(
            "web.yaml:1: apiVersion: apps.kruise.io/v1 does not exist: write"
                + " apps.kruise.io/v1beta1");
  }

  @Test
  void fieldThatIsWrittenTwiceIsNamed() throws Unreadable {
    var twice = SET.replace("MORE", "replicas: 1\n  replicas: 2").replace("CONTAINER", GOOD);

    assertThat(lint(twice))
        .containsExactly("web.yaml:6: spec.replicas: it is written twice: keep one");
  }

  /// Of other kinds nothing is known, and nothing is said.
  @Test
  void otherKindsAreLeftAlone() throws Unreadable {
    assertThat(lint("{apiVersion: apps/v1, kind: StatefulSet, spec: {replicas: -1}}")).isEmpty();
    assertThat(lint("{apiVersion: apps.kruise.io/v1alpha1, kind: CloneSet, spec: 1}")).isEmpty();
    assertThat(lint("# nothing\n---\n")).isEmpty();
  }

  @Test
  void mistakeThatTheSchemaCannotSeeIsFound() throws Unreadable {
    var many =
        """
        ordinals: {start: 2147483640}
          replicas: 5
          reserveOrdinals: ['2147483641-2147483647']
        """
            .strip();
    var found = lint(SET.replace("MORE", many).replace("CONTAINER", GOOD));

    assertThat(found).singleElement().asString().startsWith("web.yaml:4: spec: ");
  }
}
