package dev.ordinal.cli.change;

import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.SetOverview;
import java.util.List;

/// Which pods a change lets be updated.
final class UpdateEffect {
  private UpdateEffect() {}

  /// The outdated pods above the partition, in the order in which they are updated.
  static List<String> of(SetOverview set, int partition) {
    var outdated =
        set.ordinals().stream()
            .filter(OrdinalRow::isWanted)
            .skip(partition)
            .filter(row -> !row.isUpdated() && !row.facts().uid().isEmpty())
            .map(OrdinalRow::pod)
            .toList()
            .reversed();
    return outdated.isEmpty()
        ? List.of("no pod is updated by this")
        : List.of("updated in this order: " + String.join(", ", outdated), atATime(set));
  }

  /// Every pod gets the new template.
  static List<String> ofTemplate(SetOverview set) {
    var pods =
        set.ordinals().stream()
            .filter(OrdinalRow::isWanted)
            .skip(set.goal().partition())
            .filter(row -> !row.facts().uid().isEmpty())
            .map(OrdinalRow::pod)
            .toList()
            .reversed();
    if (set.goal().strategy().equals("OnDelete")) {
      return List.of("pods get the new template when they are deleted");
    }
    if (set.goal().isPaused()) {
      return List.of("pods get the new template when the update is resumed");
    }
    return List.of("updated in this order: " + String.join(", ", pods), atATime(set));
  }

  private static String atATime(SetOverview set) {
    return "at most %d down at a time (%s)"
        .formatted(set.goal().maxUnavailable(), set.goal().strategy());
  }
}
