package dev.ordinal.codec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WireTypeTest {
  /// Made from the pinned Kubernetes by `ProtoMain`.
  private static final Path PROTO = Path.of("simulator/src/main/resources/local/proto.txt");

  /// Those of the transport, which `WireReadersTest` shows with what a server sent.
  private static final Set<String> TRANSPORT =
      Set.of("WatchEvent", "TypeMeta", "Status", "ListMeta");

  private static Set<String> fields(String line, UnaryOperator<String> type) {
    var words = line.split(" ");
    return Arrays.stream(words)
        .skip(1)
        .map(word -> word.split(":"))
        .map(field -> words[0] + " " + field[0] + " " + field[1] + " " + type.apply(field[2]))
        .collect(Collectors.toSet());
  }

  /// `[core/v1.Container]` is our `Container`, a truth value our number, and raw bytes our JSON.
  private static String ours(String type) {
    return switch (type) {
      case "b" -> "n";
      case "o" -> "j";
      case "[s]" -> "s";
      default -> type.replaceAll("^\\[?\\w+/v\\d\\.(\\w+)]?$", "$1");
    };
  }

  @Test
  void numbersAreThoseOfKubernetes() throws IOException {
    var known = new TreeSet<String>();
    for (var line : Files.readAllLines(PROTO)) {
      known.addAll(fields(line.replaceFirst("^\\w+/v\\d\\.", ""), WireTypeTest::ours));
    }
    var ours = new TreeSet<String>();
    WireType.TABLE
        .lines()
        .filter(line -> !TRANSPORT.contains(line.split(" ")[0]))
        .forEach(line -> ours.addAll(fields(line, type -> type)));

    assertThat(ours).hasSizeGreaterThan(60).isSubsetOf(known);
  }
}
