package dev.ordinal.sim.patch;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.StrategicMerge.FieldMerge;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shape.Merge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Merges lists in a strategic merge. Items of the patch keep the patch's order, the others their
/// own; otherwise those of the patch come first.
final class ListMerge {
  private static final String DELETE = "$deleteFromPrimitiveList/";
  private static final String ORDER = "$setElementOrder/";

  private final Shape item;
  private final Merge merge;
  private final List<Json> old;

  private ListMerge(Shape field, FieldMerge site) {
    this.item = StrategicMerge.item(field);
    this.merge = StrategicMerge.merging(field);
    this.old = site.target().items(site.name());
  }

  /// The name of the list in a directive.
  static String plain(String name) {
    return name.startsWith(DELETE)
        ? name.substring(DELETE.length())
        : name.startsWith(ORDER) ? name.substring(ORDER.length()) : name;
  }

  static Json apply(Shape field, FieldMerge site) {
    var changes = site.patch().items(site.name());
    var merging = new ListMerge(field, site);
    if (!merging.merge.isMerged()) {
      var whole = Json.of(changes);
      return site.old().filter(whole::equals).orElse(whole);
    }
    var order = site.patch().items(ORDER + site.name());
    var doomed = site.patch().items(DELETE + site.name());
    return merging.apply(changes, order, doomed);
  }

  private Json apply(List<Json> changes, List<Json> order, List<Json> doomed) {
    var plain = new ArrayList<Json>();
    var kept = new ArrayList<>(old);
    kept.removeAll(doomed);
    for (var change : changes) {
      switch (directive(change)) {
        case "" -> plain.add(change);
        case "delete" -> kept.removeIf(each -> isSame(each, change));
        case "replace" -> kept.clear();
        default -> throw Refusal.internal("Unknown patch type found: " + directive(change));
      }
    }
    for (var change : plain) {
      place(kept, change);
    }
    var wanted = order.isEmpty() ? plain : order;
    return Json.of(ordered(kept, wanted));
  }

  private void place(List<Json> kept, Json change) {
    for (var i = 0; i < kept.size(); i++) {
      if (isSame(kept.get(i), change)) {
        kept.set(i, merged(kept.get(i), change));
        return;
      }
    }
    kept.add(merged(Json.EMPTY, change));
  }

  private Json merged(Json before, Json change) {
    if (before instanceof Json.Obj target && change instanceof Json.Obj patch) {
      var next = StrategicMerge.apply(item, target, patch);
      return next.equals(before) ? before : next;
    }
    return change;
  }

  private List<Json> ordered(List<Json> all, List<Json> wanted) {
    var mine = new ArrayList<Json>();
    for (var each : wanted) {
      find(all, each).ifPresent(mine::add);
    }
    var others = all.stream().filter(each -> find(wanted, each).isEmpty()).toList();
    var sorted = new ArrayList<Json>(all.size());
    var next = 0;
    for (var other : others) {
      var place = place(other);
      // A new item of the patch goes before the remaining ones.
      while (next < mine.size() && !(place >= 0 && place(mine.get(next)) > place)) {
        sorted.add(mine.get(next++));
      }
      sorted.add(other);
    }
    sorted.addAll(mine.subList(next, mine.size()));
    return sorted;
  }

  private int place(Json item) {
    for (var i = 0; i < old.size(); i++) {
      if (isSame(old.get(i), item)) {
        return i;
      }
    }
    return -1;
  }

  private Optional<Json> find(List<Json> items, Json wanted) {
    return items.stream().filter(each -> isSame(each, wanted)).findFirst();
  }

  private boolean isSame(Json left, Json right) {
    if (left instanceof Json.Obj one && right instanceof Json.Obj other) {
      var key = one.members().get(merge.patchKey());
      return key != null && key.equals(other.members().get(merge.patchKey()));
    }
    return left.equals(right);
  }

  private static String directive(Json change) {
    return change instanceof Json.Obj object ? object.text(StrategicMerge.DIRECTIVE) : "";
  }
}
