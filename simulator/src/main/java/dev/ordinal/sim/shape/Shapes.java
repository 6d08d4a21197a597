package dev.ordinal.sim.shape;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Shape.Dict;
import dev.ordinal.sim.shape.Shape.Field;
import dev.ordinal.sim.shape.Shape.Leaf;
import dev.ordinal.sim.shape.Shape.Merge;
import dev.ordinal.sim.shape.Shape.Rows;
import dev.ordinal.sim.shape.Shape.Struct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The shapes of all native types that the server serves, from a file that was generated from the
/// schema of a real API server.
public final class Shapes {
  private static final Pattern WORD =
      Pattern.compile("(?<name>[^:]+):(?<type>[^!~=@+#]+)(?<flags>.*)");
  private static final Pattern MERGE_KEY = Pattern.compile("@(\\w*)");
  private static final Pattern LIST_KEYS = Pattern.compile("#([\\w,]+)");

  private static final Map<String, Leaf> LEAVES =
      Map.ofEntries(
          Map.entry("s", Leaf.TEXT),
          Map.entry("i", Leaf.INT),
          Map.entry("l", Leaf.LONG),
          Map.entry("n", Leaf.REAL),
          Map.entry("b", Leaf.TRUTH),
          Map.entry("y", Leaf.BYTES),
          Map.entry("q", Leaf.AMOUNT),
          Map.entry("t", Leaf.TIME),
          Map.entry("m", Leaf.MICRO_TIME),
          Map.entry("x", Leaf.INT_OR_TEXT),
          Map.entry("o", Leaf.OPEN));

  private static final Map<String, Struct> ALL = read();

  private Shapes() {}

  /// The type of that name, such as `Pod`.
  public static Struct of(String name) {
    return Objects.requireNonNull(ALL.get(name), () -> "no shape is known of " + name);
  }

  /// The same, if there is one.
  public static Optional<Struct> find(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  private static Map<String, Struct> read() {
    try (var in = Shapes.class.getResourceAsStream("/sim/shapes.txt")) {
      var text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      var structs = new TreeMap<String, Struct>();
      var lines = text.lines().map(line -> line.split(" ")).toList();
      // All names first, because types refer to each other.
      lines.forEach(
          words -> structs.put(words[0], new Struct(words[0], new TreeMap<>(), new ArrayList<>())));
      for (var words : lines) {
        var struct = Objects.requireNonNull(structs.get(words[0]));
        List.of(words).subList(1, words.length).forEach(word -> add(struct, word, structs));
      }
      return structs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Struct struct, String text, Map<String, Struct> structs) {
    var word = WORD.matcher(text);
    if (!word.matches()) {
      throw new IllegalArgumentException("not a field: " + text);
    }
    var flags = word.group("flags");
    var shape = type(word.group("type"), flags, structs);
    var zero = flags.contains("!") ? Optional.of(zero(shape)) : Optional.<Json>empty();
    struct.fields().put(word.group("name"), new Field(shape, zero, flags.contains("+")));
    if (zero.isPresent()) {
      struct.shown().add(word.group("name"));
    }
  }

  private static Shape type(String text, String flags, Map<String, Struct> structs) {
    var inner = text.substring(Math.min(1, text.length()), Math.max(1, text.length() - 1));
    return switch (text.charAt(0)) {
      case '[' -> new Rows(type(inner, "", structs), merge(flags));
      case '{' -> new Dict(type(inner, "", structs), flags.contains("~"));
      default -> {
        var leaf = LEAVES.get(text);
        yield leaf != null ? leaf : Objects.requireNonNull(structs.get(text), text);
      }
    };
  }

  private static Merge merge(String flags) {
    var key = MERGE_KEY.matcher(flags);
    var keys = LIST_KEYS.matcher(flags);
    var isMerged = key.find();
    return new Merge(
        isMerged,
        isMerged ? key.group(1) : "",
        flags.contains("="),
        keys.find() ? List.of(keys.group(1).split(",")) : List.of());
  }

  private static Json zero(Shape shape) {
    return switch (shape) {
      case Leaf leaf ->
          switch (leaf) {
            case TEXT, BYTES -> Json.of("");
            case INT, LONG, REAL -> Json.of(0);
            case TRUTH -> Json.of(false);
            case AMOUNT, TIME, MICRO_TIME, INT_OR_TEXT, OPEN -> new Json.Null();
          };
      case Struct _, Dict _ -> Json.EMPTY;
      case Rows _ -> new Json.Null();
    };
  }
}
