package dev.ordinal.web;

import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.web.EventStream.Message;
import dev.ordinal.web.live.LiveCluster;
import dev.ordinal.web.page.ListRow;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;

/// What a viewer of the list receives: `all`, then `change` with the rows that differ and the names
/// of those that are gone.
final class ListContent implements EventStream.Content {
  private final LiveCluster live;
  private TreeMap<SetKey, SetView> last = new TreeMap<>();
  private boolean isFirst = true;
  private String trouble = "";

  ListContent(LiveCluster live) {
    this.live = live;
  }

  @Override
  public Optional<Message> next() {
    var found = live.findTrouble().orElse("");
    if (!found.equals(trouble)) {
      trouble = found;
      return Optional.of(new Message("trouble", Json.of("sentence", Json.of(found))));
    }
    return live.isRead() ? changes() : Optional.empty();
  }

  private Optional<Message> changes() {
    var now = new TreeMap<SetKey, SetView>();
    live.sets().forEach(set -> now.put(set.key(), set));
    var rows = new ArrayList<Json>();
    now.forEach(
        (key, set) -> {
          var before = last.get(key);
          if (before == null || !before.equals(set)) {
            rows.add(ListRow.of(set));
          }
        });
    var gone =
        last.keySet().stream().filter(key -> !now.containsKey(key)).map(ListContent::name).toList();
    last = now;
    if (rows.isEmpty() && gone.isEmpty() && !isFirst) {
      return Optional.empty();
    }
    var event = isFirst ? "all" : "change";
    isFirst = false;
    return Optional.of(
        new Message(
            event,
            Json.of("now", Json.of(live.now().toEpochMilli()))
                .with("rows", Json.of(rows))
                .with("gone", Json.of(gone))));
  }

  private static Json name(SetKey key) {
    return Json.of(key.toString());
  }
}
