package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.TemplateLines;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Which pods a change lets be updated.
final class UpdateEffect {
  private UpdateEffect() {}

  /// The outdated pods above the partition, in the order in which they are updated.
  static List<String> of(SetOverview set, int partition) {
    return updated(set, partition, row -> !row.isUpdated());
  }

  /// The pods that lack the new template. Those of an older revision may have it: it comes back.
  static List<String> ofTemplate(SetOverview set, Json.Obj template) {
    var same =
        set.revisions().stream()
            .filter(each -> TemplateLines.diff(each.template(), template).isEmpty())
            .map(RevisionRow::name)
            .collect(Collectors.toSet());
    if (set.goal().isOnDelete()) {
      return List.of("pods get the new template when they are deleted");
    }
    if (set.goal().isPaused()) {
      return List.of("pods get the new template when the update is resumed");
    }
    return updated(set, set.goal().partition(), row -> !same.contains(row.facts().revision()));
  }

  private static List<String> updated(
      SetOverview set, int partition, Predicate<OrdinalRow> isOutdated) {
    if (set.goal().isByPriority()) {
      return byPriority(set, partition, isOutdated);
    }
    var pods =
        set.ordinals().stream()
            .filter(OrdinalRow::isWanted)
            .skip(partition)
            .filter(row -> !row.facts().uid().isEmpty())
            .filter(isOutdated)
            .map(OrdinalRow::pod)
            .toList()
            .reversed();
    return pods.isEmpty()
        ? List.of("no pod is updated by this")
        : List.of("updated in this order: " + String.join(", ", pods), atATime(set));
  }

  /// Where ordinals do not decide, the partition only says how many pods stay as they are.
  private static List<String> byPriority(
      SetOverview set, int partition, Predicate<OrdinalRow> isOutdated) {
    var outdated =
        set.ordinals().stream()
            .filter(OrdinalRow::isWanted)
            .filter(row -> !row.facts().uid().isEmpty())
            .filter(isOutdated)
            .count();
    var updated = Math.max(0, outdated - partition);
    return updated == 0
        ? List.of("no pod is updated by this")
        : List.of(
            "%d of %d pods updated, in the order of unorderedUpdate".formatted(updated, outdated),
            atATime(set));
  }

  private static String atATime(SetOverview set) {
    return "at most %d down at a time (%s)"
        .formatted(set.goal().maxUnavailable(), set.goal().strategy());
  }
}
