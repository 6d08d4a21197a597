package dev.ordinal.sim.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the fewest deeds of a story with which it still ends in the same way.
final class Shrinker {
  private Shrinker() {}

  /// The numbers of the deeds that are left. Halves go first, then single ones, until none can.
  static List<Integer> shrink(Story story, String fault) {
    var kept = new ArrayList<>(story.numbers());
    for (var size = Math.max(1, kept.size() / 2); size >= 1; size /= 2) {
      for (var start = 0; start < kept.size(); ) {
        var fewer = new ArrayList<>(kept);
        fewer.subList(start, Math.min(start + size, fewer.size())).clear();
        if (fails(story.only(fewer), fault)) {
          kept = fewer;
        } else {
          start += size;
        }
      }
    }
    return kept;
  }

  private static boolean fails(Story story, String fault) {
    return Play.of(story).fault().map(Shrinker::kind).equals(Optional.of(kind(fault)));
  }

  /// What went wrong, whichever pod it was.
  static String kind(String fault) {
    return fault.replaceAll("web-[0-9a-f]+|[0-9]+", "#").replaceAll("\\[[^]]*]", "[]");
  }
}
