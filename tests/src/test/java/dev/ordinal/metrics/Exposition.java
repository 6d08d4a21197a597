package dev.ordinal.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Reads Prometheus' text format, version 0.0.4, by its specification and strictly: what a careless
/// scraper would accept is an error here. It shares no code with what writes the format.
public final class Exposition {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
  private static final Pattern VALUE =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?|[-+]?Inf|NaN");

  private final Map<String, Family> families = new TreeMap<>();
  private final List<Sample> samples = new ArrayList<>();

  /// One metric with its type and help.
  public record Family(String name, String type, String help) {}

  /// One line with a value.
  public record Sample(String name, Map<String, String> labels, double value) {}

  private Exposition() {}

  /// @throws AssertionError that names the first line that is wrong
  public static Exposition parse(String text) {
    var exposition = new Exposition();
    if (!text.isEmpty() && !text.endsWith("\n")) {
      throw new AssertionError("the last line has no end");
    }
    var helps = new TreeMap<String, String>();
    var seen = new TreeSet<String>();
    var current = "";
    var done = new TreeSet<String>();
    for (var line : text.lines().toList()) {
      if (line.startsWith("# HELP ")) {
        var words = line.split(" ", 4);
        require(helps.put(words[2], words.length > 3 ? words[3] : "") == null, "second help", line);
      } else if (line.startsWith("# TYPE ")) {
        current = exposition.type(line, helps, current, done);
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        var sample = sample(line);
        require(
            belongs(sample.name(), exposition.families.get(current)), "not of " + current, line);
        require(seen.add(sample.name() + sample.labels()), "duplicate", line);
        exposition.samples.add(sample);
      }
    }
    exposition.requireWholeHistograms();
    return exposition;
  }

  private String type(String line, Map<String, String> helps, String before, TreeSet<String> done) {
    var words = line.split(" ", -1);
    require(words.length == 4, "type without a word", line);
    require(NAME.matcher(words[2]).matches(), "no metric name", line);
    require(
        List.of("counter", "gauge", "histogram", "summary", "untyped").contains(words[3]),
        "unknown type",
        line);
    var help = helps.get(words[2]);
    require(help != null && !help.isBlank(), "no help before", line);
    done.add(before);
    require(!done.contains(words[2]), "the lines of one metric are not together", line);
    require(
        families.put(words[2], new Family(words[2], words[3], String.valueOf(help))) == null,
        "second type",
        line);
    require(!words[3].equals("counter") || words[2].endsWith("_total"), "counter's name", line);
    return words[2];
  }

  private static boolean belongs(String name, Family family) {
    if (family == null) {
      return false;
    }
    return switch (family.type()) {
      case "histogram" ->
          List.of("_bucket", "_sum", "_count").stream()
              .anyMatch(end -> name.equals(family.name() + end));
      case "summary" ->
          List.of("", "_sum", "_count").stream().anyMatch(end -> name.equals(family.name() + end));
      default -> name.equals(family.name());
    };
  }

  private static Sample sample(String line) {
    var name = NAME.matcher(line);
    require(name.lookingAt(), "no metric name", line);
    var labels = new TreeMap<String, String>();
    var at = name.end();
    if (at < line.length() && line.charAt(at) == '{') {
      at = labels(line, at + 1, labels);
    }
    require(at < line.length() && line.charAt(at) == ' ', "no blank before the value", line);
    var value = line.substring(at + 1);
    require(VALUE.matcher(value).matches(), "no value", line);
    return new Sample(name.group(), labels, number(value));
  }

  private static double number(String value) {
    return Double.parseDouble(value.replace("Inf", "Infinity"));
  }

  /// Returns the place after the closing brace.
  private static int labels(String line, int begin, Map<String, String> labels) {
    var at = begin;
    while (line.charAt(at) != '}') {
      var label = LABEL.matcher(line).region(at, line.length());
      require(label.lookingAt(), "no label name", line);
      require(line.startsWith("=\"", label.end()), "no quote", line);
      var value = new StringBuilder();
      at = value(line, label.end() + 2, value);
      require(labels.put(label.group(), value.toString()) == null, "second label", line);
      require(line.charAt(at) == ',' || line.charAt(at) == '}', "no comma", line);
      at += line.charAt(at) == ',' ? 1 : 0;
    }
    return at + 1;
  }

  /// Returns the place after the closing quote.
  private static int value(String line, int begin, StringBuilder value) {
    for (var at = begin; at < line.length(); at++) {
      var letter = line.charAt(at);
      if (letter == '"') {
        return at + 1;
      }
      if (letter == '\\') {
        at++;
        require(at < line.length() && "\\n\"".indexOf(line.charAt(at)) >= 0, "escape", line);
        value.append(line.charAt(at) == 'n' ? '\n' : line.charAt(at));
      } else {
        value.append(letter);
      }
    }
    throw new AssertionError("a label value has no end: " + line);
  }

  /// Buckets grow, and the last one, of +Inf, is the count.
  private void requireWholeHistograms() {
    for (var family : families.values()) {
      if (family.type().equals("histogram")) {
        var last = new TreeMap<String, Double>();
        for (var bucket : all(family.name() + "_bucket")) {
          var others = new TreeMap<>(bucket.labels());
          others.remove("le");
          var before = last.put(others.toString(), bucket.value());
          require(before == null || before <= bucket.value(), "bucket shrinks", family.name());
        }
        for (var count : all(family.name() + "_count")) {
          var most = last.get(new TreeMap<>(count.labels()).toString());
          require(most != null && most == count.value(), "count is no bucket", family.name());
        }
      }
    }
  }

  private static void require(boolean isRight, String fault, String line) {
    if (!isRight) {
      throw new AssertionError(fault + ": " + line);
    }
  }

  public Map<String, Family> families() {
    return families;
  }

  public List<Sample> samples() {
    return samples;
  }

  public List<Sample> all(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }

  /// The value of the sample with these labels, given as name and value in turn, among others.
  public Optional<Double> find(String name, String... labels) {
    return all(name).stream()
        .filter(
            sample -> {
              for (var i = 0; i < labels.length; i += 2) {
                if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
                  return false;
                }
              }
              return true;
            })
        .map(Sample::value)
        .findFirst();
  }
}
