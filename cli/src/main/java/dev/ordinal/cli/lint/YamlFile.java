package dev.ordinal.cli.lint;

import dev.ordinal.model.json.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Reads YAML as kubectl does, in version 1.1 (`yes` is true), and keeps the lines.
final class YamlFile {
  /// An alias may stand for very much.
  private static final int MOST_VALUES = 200_000;

  private static final int DEEPEST = 200;
  private static final Set<String> TRUE =
      Set.of("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF");
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
  private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9]\\d*)");
  private static final Pattern OCTAL = Pattern.compile("[-+]?0o?[0-7]+");
  private static final Pattern HEX = Pattern.compile("[-+]?0x[0-9a-fA-F]+");
  private static final Pattern REAL =
      Pattern.compile("[-+]?\\d+\\.\\d*([eE][-+]?\\d+)?|[-+]?\\d+[eE][-+]?\\d+");
  private static final String MERGE = "<<";

  private final TreeMap<String, Integer> lines = new TreeMap<>();
  private final List<String> twice = new ArrayList<>();
  private int values;

  private YamlFile() {}

  /// The text is no YAML.
  static final class Unreadable extends Exception {
    private final int line;

    Unreadable(int line, String message) {
      super(message);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  /// The objects in a text; what is no object has no place in a manifest.
  static List<Document> read(String file, String text) throws Unreadable {
    var settings = LoadSettings.builder().setSchema(new FailsafeSchema()).setLabel(file).build();
    var found = new ArrayList<Document>();
    try {
      for (var node : new Compose(settings).composeAllFromString(text)) {
        var reader = new YamlFile();
        if (reader.value(node, "", 0) instanceof Json.Obj object) {
          reader.lines.putIfAbsent("", line(node));
          found.add(new Document(file, object, reader.lines, reader.twice));
        } else if (!(node instanceof ScalarNode scalar) || !NULL.contains(scalar.getValue())) {
          throw new Unreadable(
              line(node), "this is no object: write apiVersion, kind and metadata");
        }
      }
    } catch (MarkedYamlEngineException e) {
      var line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new Unreadable(line, "this is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new Unreadable(
          1, "this is no YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    return found;
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private Json value(Node node, String path, int depth) throws Unreadable {
    values++;
    if (values > MOST_VALUES || depth > DEEPEST) {
      throw new Unreadable(line(node), "this is too large or too deep for an object of Kubernetes");
    }
    return switch (node) {
      case MappingNode mapping -> object(mapping, path, depth);
      case SequenceNode sequence -> list(sequence, path, depth);
      case ScalarNode scalar -> scalar(scalar);
      case AnchorNode anchor -> value(anchor.getRealNode(), path, depth + 1);
      default -> new Json.Null();
    };
  }

  private Json list(SequenceNode sequence, String path, int depth) throws Unreadable {
    var items = new ArrayList<Json>();
    for (var item : sequence.getValue()) {
      var place = path + "[" + items.size() + "]";
      lines.put(place, line(item));
      items.add(value(item, place, depth + 1));
    }
    return Json.of(items);
  }

  private Json object(MappingNode mapping, String path, int depth) throws Unreadable {
    var members = new TreeMap<String, Json>();
    for (var tuple : mapping.getValue()) {
      var name = name(tuple);
      if (!name.equals(MERGE)) {
        var place = path.isEmpty() ? name : path + "." + name;
        if (members.containsKey(name)) {
          twice.add(place);
        }
        lines.put(place, line(tuple.getKeyNode()));
        members.put(name, value(tuple.getValueNode(), place, depth + 1));
      }
    }
    for (var tuple : mapping.getValue()) {
      if (name(tuple).equals(MERGE)) {
        merge(value(tuple.getValueNode(), path, depth + 1), members);
      }
    }
    return new Json.Obj(members);
  }

  /// What is written in the object itself wins.
  private static void merge(Json other, TreeMap<String, Json> members) {
    switch (other) {
      case Json.Obj(var more) -> more.forEach(members::putIfAbsent);
      case Json.Arr(var items) -> items.forEach(item -> merge(item, members));
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
  }

  private static String name(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
  }

  private static Json scalar(ScalarNode scalar) {
    var text = scalar.getValue();
    if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
      return Json.of(text);
    }
    if (NULL.contains(text)) {
      return new Json.Null();
    }
    if (TRUE.contains(text) || FALSE.contains(text)) {
      return Json.of(TRUE.contains(text));
    }
    if (WHOLE.matcher(text).matches() || REAL.matcher(text).matches()) {
      return new Json.Num(text.startsWith("+") ? text.substring(1) : text);
    }
    if (OCTAL.matcher(text).matches()) {
      return number(text.replaceFirst("0o?", ""), 8);
    }
    return HEX.matcher(text).matches() ? number(text.replace("0x", ""), 16) : Json.of(text);
  }

  private static Json number(String digits, int radix) {
    return new Json.Num(new BigInteger(digits, radix).toString());
  }
}
