package dev.ordinal.diff;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The differences that are meant, from `diff/allowed.txt`, and which of them have shown up.
final class Allowed {
  private static final String FILE = "/diff/allowed.txt";
  private static final String EVERYWHERE = ".*";

  private final List<Entry> entries;
  private final Set<Entry> occurred = ConcurrentHashMap.newKeySet();

  private Allowed(List<Entry> entries) {
    this.entries = entries;
  }

  /// `scenario` and `difference` are regular expressions for the whole of the text. A race that
  /// does not always show is marked `sometimes`.
  record Entry(Pattern scenario, Pattern difference, boolean isAlways) {
    boolean allows(String name, String line) {
      return scenario.matcher(name).matches() && difference.matcher(line).matches();
    }
  }

  static Allowed read() {
    return read(FILE);
  }

  static Allowed read(String file) {
    try (var in = Allowed.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return parse(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Blocks of `key: value` lines, with empty lines between them and comments after `#`.
  static Allowed parse(String text) {
    var entries = new ArrayList<Entry>();
    var fields = new TreeMap<String, String>();
    for (var line : (text + "\n\n").split("\n", -1)) {
      if (line.isBlank() && !fields.isEmpty()) {
        entries.add(entry(Map.copyOf(fields)));
        fields.clear();
      } else if (!line.isBlank() && !line.startsWith("#")) {
        var colon = line.indexOf(": ");
        fields.put(line.substring(0, colon), line.substring(colon + 2).strip());
      }
    }
    return new Allowed(entries);
  }

  private static Entry entry(Map<String, String> fields) {
    var scenario = required(fields, "scenario");
    var difference = required(fields, "difference");
    required(fields, "reason");
    required(fields, "decision");
    return new Entry(
        Pattern.compile(scenario), Pattern.compile(difference), !fields.containsKey("sometimes"));
  }

  private static String required(Map<String, String> fields, String key) {
    @Nullable String value = fields.get(key);
    if (value == null) {
      throw new IllegalArgumentException("an allowed difference without a " + key + ": " + fields);
    }
    return value;
  }

  /// Those of the differences that nothing allows.
  List<String> surprises(String scenario, List<String> differences) {
    return differences.stream().filter(line -> !isAllowed(scenario, line)).toList();
  }

  private boolean isAllowed(String scenario, String line) {
    var matching = entries.stream().filter(entry -> entry.allows(scenario, line)).toList();
    occurred.addAll(matching);
    return !matching.isEmpty();
  }

  /// Whether something about this scenario is meant to differ, beyond what differs everywhere.
  boolean expectsDifference(String name) {
    return entries.stream()
        .filter(entry -> !entry.scenario().pattern().equals(EVERYWHERE))
        .anyMatch(entry -> entry.scenario().matcher(name).matches());
  }

  /// Entries that have outlived what they allow.
  List<Entry> outdated() {
    return entries.stream()
        .filter(Entry::isAlways)
        .filter(each -> !occurred.contains(each))
        .toList();
  }
}
