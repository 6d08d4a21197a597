package dev.ordinal.plan.inplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchesTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no priorities           | a b c             | a b c
          highest first           | a:0 b:10 c:5      | b, c, a
          equal ones together     | a:1 b:2 c:2       | b c, a
          without one come first  | a b:1 c:2         | a c, b
          negative ones           | a:-1 b:0          | b, a
          no number is none       | a:x b:1           | a b
          shared label joins      | a:1:k b:2:k       | a b
          and again               | a:1:k b:3:k:l c:2:l | a b c
          another label does not  | a:1:k b:2:l       | b, a
          """)
  void split(String why, String containers, String expected) {
    assertThat(batches(containers, "{}")).isEqualTo(expected);
  }

  @Test
  void orderedByAnnotation() {
    var annotation = "{\"annotations\":{\"apps.kruise.io/container-launch-priority\":\"Ordered\"}}";

    assertThat(batches("a b c", annotation)).isEqualTo("a, b, c");
  }

  /// The variable that Kruise's webhook adds; without its reference it says nothing.
  @Test
  void barrierIsUnderstood() {
    var container =
        """
        {"name":"%s","env":[{"name":"KRUISE_CONTAINER_BARRIER","valueFrom":%s}]}""";
    var high = container.formatted("b", "{\"configMapKeyRef\":{\"key\":\"p_7\"}}");
    var low = container.formatted("a", "{\"configMapKeyRef\":{\"key\":\"p_1\"}}");

    assertThat(run(template("{}", List.of(low, high)), work(List.of("a", "b")))).isEqualTo("b, a");
    assertThat(
            run(
                template("{}", List.of(low, container.formatted("b", "{}"))),
                work(List.of("a", "b"))))
        .isEqualTo("a b");
  }

  /// `name:priority:label…`, where the labels are read by the container.
  private static String batches(String containers, String metadata) {
    var specs = new ArrayList<String>();
    var read = new TreeMap<String, Json.Obj>();
    var images = new TreeMap<String, String>();
    for (var word : containers.split(" ")) {
      var part = word.split(":");
      var env =
          part.length > 1
              ? "{\"name\":\"KRUISE_CONTAINER_PRIORITY\",\"value\":\"%s\"}".formatted(part[1])
              : "";
      specs.add("{\"name\":\"%s\",\"env\":[%s]}".formatted(part[0], env));
      images.put(part[0], "v2");
      for (var i = 2; i < part.length; i++) {
        var label = Json.of("labels", Json.of(part[i], Json.of("new")));
        read.merge(part[0], label, Patches::merge);
      }
    }
    return run(template(metadata, specs), new Work(images, read, new TreeMap<>()));
  }

  private static Work work(List<String> containers) {
    var images = new TreeMap<String, String>();
    containers.forEach(name -> images.put(name, "v2"));
    return new Work(images, new TreeMap<>(), new TreeMap<>());
  }

  private static Json.Obj template(String metadata, List<String> containers) {
    var text =
        "{\"metadata\":%s,\"spec\":{\"containers\":[%s]}}"
            .formatted(metadata, String.join(",", containers));
    return Yaml.read(text);
  }

  private static String run(Json.Obj template, Work work) {
    var batches = Batches.of(template);
    var shown = new ArrayList<String>();
    for (var rest = work; !rest.isEmpty(); rest = batches.rest(rest)) {
      shown.add(String.join(" ", batches.first(rest).containers()));
    }
    return String.join(", ", shown);
  }
}
