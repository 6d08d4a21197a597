package dev.ordinal.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Which package uses which.
final class Packages {
  private static final Pattern USE =
      Pattern.compile("\\b(dev\\.ordinal(?:\\.[a-z]+)*)\\.[A-Z]\\w*");

  private final Map<String, NavigableSet<String>> uses = new TreeMap<>();

  private Packages() {}

  static Packages of(List<Sources.Source> sources) {
    var packages = new Packages();
    for (var source : sources) {
      var own = packages.uses.computeIfAbsent(source.packageName(), _ -> new TreeSet<>());
      source.lines().stream()
          .filter(line -> !line.strip().startsWith("//"))
          .flatMap(line -> USE.matcher(line).results())
          .map(use -> use.group(1))
          .filter(used -> !used.equals(source.packageName()))
          .forEach(own::add);
    }
    return packages;
  }

  /// Pairs of packages that use each other, directly or through others.
  List<String> cycles() {
    var cycles = new ArrayList<String>();
    for (var one : uses.keySet()) {
      for (var other : reachable(one)) {
        if (one.compareTo(other) < 0 && reachable(other).contains(one)) {
          cycles.add(one + " and " + other + " use each other");
        }
      }
    }
    return cycles;
  }

  private NavigableSet<String> reachable(String start) {
    var found = new TreeSet<String>();
    var open = new ArrayList<>(uses.getOrDefault(start, new TreeSet<>()));
    while (!open.isEmpty()) {
      var next = open.removeLast();
      if (found.add(next)) {
        open.addAll(uses.getOrDefault(next, new TreeSet<>()));
      }
    }
    return found;
  }
}
