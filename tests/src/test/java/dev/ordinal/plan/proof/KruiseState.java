package dev.ordinal.plan.proof;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A set with everything it owns as kruise-manager left it in the middle of something, from
/// `tests/src/test/resources/kruise`. The first line of a file is its description; a second one,
/// `# on: other`, says that it changes the objects of another state. `$like` names a document to
/// begin from, and a name that ends in `-N` stands for the ordinals 0, 1 and 2.
public record KruiseState(String name, String scenario, List<Json.Obj> objects) {
  private static final Path FOLDER = Path.of("tests/src/test/resources/kruise");

  public KruiseState {
    objects = List.copyOf(objects);
  }

  public static List<String> names() {
    try (var files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString().replace(".yaml", ""))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static KruiseState load(String name) {
    var text = read(name);
    var head = text.lines().limit(2).map(line -> line.replaceFirst("^# ", "")).toList();
    var on = head.get(1).startsWith("on: ") ? load(head.get(1).substring(4)).objects : null;
    var state = new KruiseState(name, head.getFirst(), on == null ? List.of() : on);
    for (var document : text.split("(?m)^---$")) {
      for (var one : expanded(document)) {
        state = state.put(Yaml.read(one));
      }
    }
    return state;
  }

  private static String read(String name) {
    try {
      return Files.readString(FOLDER.resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> expanded(String document) {
    return document.contains("web-N")
        ? IntStream.range(0, 3)
            .mapToObj(i -> document.replaceAll("(?<=[-\"0-9])N\\b", Integer.toString(i)))
            .toList()
        : List.of(document);
  }

  private KruiseState put(Json.Obj document) {
    var kind = document.text("kind");
    var found = find(kind, named(document));
    var like = found.or(() -> find(kind, document.text("$like"))).orElse(Json.EMPTY);
    var all = new ArrayList<>(objects);
    found.ifPresent(all::remove);
    // A new document is taken as it is, with its nulls, as Go writes them.
    all.add(like.equals(Json.EMPTY) ? document : Strategic.merge(like, document.without("$like")));
    return new KruiseState(name, scenario, all);
  }

  /// The same with these changes of the set, such as `spec: {replicas: 2}`.
  public KruiseState with(String yaml) {
    return with(Yaml.read(yaml));
  }

  public KruiseState with(Json.Obj changes) {
    var kind = Json.of("kind", Json.of("StatefulSet"));
    return put(Strategic.merge(changes, kind.with("metadata", Json.of("name", Json.of("web")))));
  }

  public Stream<Json.Obj> all(String kind) {
    return objects.stream().filter(object -> object.text("kind").equals(kind));
  }

  public Optional<Json.Obj> find(String kind, String name) {
    return all(kind).filter(object -> named(object).equals(name)).findFirst();
  }

  public Json.Obj set() {
    return all("StatefulSet").findFirst().orElseThrow();
  }

  static String named(Json.Obj object) {
    return object.object("metadata").text("name");
  }
}
