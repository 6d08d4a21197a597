package dev.ordinal.sim.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.shape.Shapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Patches as tables: the object, the patch, the result.
class PatchTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          null takes away     | {a: 1, b: 2}       | {a: null}              | {b: 2}
          objects merge       | {a: {x: 1}}        | {a: {y: 2}}            | {a: {x: 1, y: 2}}
          lists are replaced  | {a: [1, 2]}        | {a: [3]}               | {a: [3]}
          a text gives way    | {a: t}             | {a: {b: {c: null}}}    | {a: {b: {}}}
          nulls in lists go   | {}                 | {a: [{b: null, c: 1}]} | {a: [{c: 1}]}
          """)
  void mergePatch(String why, String target, String patch, String expected) {
    assertThat(MergePatch.apply(Yaml.read(target), Yaml.read(patch)))
        .as(why)
        .isEqualTo(Yaml.read(expected));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          by name            | {containers: [{name: a, image: x}, {name: b}]} | {containers: [{name: b, image: y}]}                       | {containers: [{name: a, image: x}, {name: b, image: y}]}
          new ones come first | {containers: [{name: a}]}                     | {containers: [{name: b}]}                                 | {containers: [{name: b}, {name: a}]}
          one is deleted     | {containers: [{name: a}, {name: b}]}           | {containers: [{name: a, $patch: delete}]}                 | {containers: [{name: b}]}
          all are replaced   | {containers: [{name: a}, {name: b}]}           | {containers: [{name: c}, {$patch: replace}]}              | {containers: [{name: c}]}
          in a new order     | {containers: [{name: a}, {name: b}]}           | {$setElementOrder/containers: [{name: b}, {name: a}]}     | {containers: [{name: b}, {name: a}]}
          without a key      | {tolerations: [{key: a}]}                      | {tolerations: [{key: b}]}                                 | {tolerations: [{key: b}]}
          keys are retained  | {volumes: [{name: v, emptyDir: {}}]}           | {volumes: [{name: v, $retainKeys: [name, hostPath], hostPath: {path: /x}}]} | {volumes: [{name: v, hostPath: {path: /x}}]}
          a map is replaced  | {nodeSelector: {a: b}}                         | {nodeSelector: {$patch: replace, c: d}}                   | {nodeSelector: {c: d}}
          a map is deleted   | {nodeSelector: {a: b}, hostname: h}            | {nodeSelector: {$patch: delete}}                          | {hostname: h}
          null takes away    | {nodeSelector: {a: b, c: d}}                   | {nodeSelector: {a: null}}                                 | {nodeSelector: {c: d}}
          """)
  void strategicMergeOfAPodSpec(String why, String target, String patch, String expected) {
    assertThat(StrategicMerge.apply(Shapes.of("PodSpec"), Yaml.read(target), Yaml.read(patch)))
        .as(why)
        .isEqualTo(Yaml.read(expected));
  }

  @Test
  void unknownDirectiveIsRefusedInWords() {
    var patch = Yaml.read("{containers: [{name: a, $patch: fold}]}");

    assertThatThrownBy(
            () -> StrategicMerge.apply(Shapes.of("PodSpec"), Yaml.read("containers: []"), patch))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("Unknown patch type found: fold");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          add in the middle | {l: [1, 3]}   | {op: add, path: /l/1, value: 2}       | {l: [1, 2, 3]}
          add at the end    | {l: [1]}      | {op: add, path: /l/-, value: 2}       | {l: [1, 2]}
          replace           | {a: {b: 1}}   | {op: replace, path: /a/b, value: 2}   | {a: {b: 2}}
          replace in a list | {l: [1, 2]}   | {op: replace, path: /l/0, value: 9}   | {l: [9, 2]}
          remove            | {a: 1, b: 2}  | {op: remove, path: /a}                | {b: 2}
          slash in a name   | {a/b: 1}      | {op: remove, path: /a~1b}             | {}
          tilde in a name   | {a~b: 1}      | {op: remove, path: /a~0b}             | {}
          move              | {a: 1}        | {op: move, from: /a, path: /b}        | {b: 1}
          copy              | {a: 1}        | {op: copy, from: /a, path: /b}        | {a: 1, b: 1}
          test              | {a: [1]}      | {op: test, path: /a, value: [1]}      | {a: [1]}
          """)
  void jsonPatch(String why, String target, String operation, String expected) {
    var patch = Json.of(java.util.List.of(Yaml.read(operation)));
    assertThat(JsonPatch.apply(Yaml.read(target), patch)).as(why).isEqualTo(Yaml.read(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {op: remove, path: /x}
          {op: replace, path: /x, value: 1}
          {op: add, path: /l/9, value: 1}
          {op: add, path: /a/b/c, value: 1}
          {op: test, path: /a, value: 2}
          {op: fold, path: /a}
          """)
  void misfit(String operation) {
    var patch = Json.of(java.util.List.of(Yaml.read(operation)));
    assertThatThrownBy(() -> JsonPatch.apply(Yaml.read("{a: 1, l: [1]}"), patch))
        .isInstanceOf(Refusal.class);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          what is said is set       | {hostname: h}                            | {}                                        | {subdomain: s}                     | {hostname: h, subdomain: s}
          what is said no more goes | {hostname: h, subdomain: s}              | {subdomain: s}                            | {}                                 | {hostname: h}
          others' fields stay       | {nodeSelector: {a: b, c: d}}             | {}                                        | {nodeSelector: {a: x}}             | {nodeSelector: {a: x}}
          items merge by key        | {containers: [{name: a, image: x, tty: true}]} | {}                                  | {containers: [{name: a, image: y}]} | {containers: [{name: a, image: y, tty: true}]}
          items said no more go     | {containers: [{name: a}, {name: b}]}     | {containers: [{name: a}, {name: b}]}      | {containers: [{name: a}]}          | {containers: [{name: a}]}
          items of others stay      | {containers: [{name: a}, {name: b}]}     | {containers: [{name: a}]}                 | {containers: [{name: a}]}          | {containers: [{name: a}, {name: b}]}
          whole lists are replaced  | {tolerations: [{key: a}]}                | {}                                        | {tolerations: [{key: b}]}          | {tolerations: [{key: b}]}
          """)
  void apply(String why, String live, String before, String said, String expected) {
    assertThat(
            Apply.apply(Shapes.of("PodSpec"), Yaml.read(live), Yaml.read(before), Yaml.read(said)))
        .as(why)
        .isEqualTo(Yaml.read(expected));
  }
}
