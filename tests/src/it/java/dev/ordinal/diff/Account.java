package dev.ordinal.diff;

import dev.ordinal.diff.Recorder.Happening;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// What one half made of a scenario: one phase for each time it came to rest.
record Account(List<Phase> phases) {
  Account {
    phases = List.copyOf(phases);
  }

  /// `title` says what was asked for; `order` what happened to the pods then, `facts` what there
  /// was in the end.
  record Phase(String title, boolean isOrdered, List<Event> order, SortedSet<String> facts) {
    SortedMap<String, List<String>> perPod() {
      var tales = new TreeMap<String, List<String>>();
      for (var event : order) {
        tales.computeIfAbsent(event.pod(), _ -> new ArrayList<>()).add(event.what());
      }
      return tales;
    }
  }

  record Event(String pod, String what) {
    @Override
    public String toString() {
      return pod + " " + what;
    }
  }

  static List<Event> events(List<Happening> happenings, Map<String, String> aliases) {
    return happenings.stream().map(each -> new Event(each.pod(), words(each, aliases))).toList();
  }

  private static String words(Happening happening, Map<String, String> aliases) {
    return switch (happening.what()) {
      case "created", "changed" ->
          happening.what() + " " + aliases.getOrDefault(happening.revision(), happening.revision());
      default -> happening.what();
    };
  }
}
