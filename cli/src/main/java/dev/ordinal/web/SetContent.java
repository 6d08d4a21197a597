package dev.ordinal.web;

import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.SetOverview;
import dev.ordinal.web.EventStream.Message;
import dev.ordinal.web.live.LiveCluster;
import dev.ordinal.web.page.SetPage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a viewer of one set receives: `all`, then `change` for what differs, `gone` when the set
/// has been deleted, and `trouble` when the cluster cannot be read.
final class SetContent implements EventStream.Content {
  private final LiveCluster live;
  private final SetKey key;
  private @Nullable SetOverview lastOverview;
  private @Nullable SetPage last;
  private boolean isGone;
  private String trouble = "";

  SetContent(LiveCluster live, SetKey key) {
    this.live = live;
    this.key = key;
  }

  @Override
  public Optional<Message> next() {
    var found = live.findTrouble().orElse("");
    if (!found.equals(trouble)) {
      trouble = found;
      return Optional.of(new Message("trouble", Json.of("sentence", Json.of(found))));
    }
    var overview = live.overview(key);
    if (overview.isEmpty()) {
      return live.isRead() ? gone() : Optional.empty();
    }
    isGone = false;
    return changed(overview.get());
  }

  private Optional<Message> gone() {
    if (isGone) {
      return Optional.empty();
    }
    isGone = true;
    last = null;
    lastOverview = null;
    return Optional.of(new Message("gone", Json.EMPTY));
  }

  @SuppressWarnings("ReferenceEquality") // all viewers share one; to compare two would cost more
  private Optional<Message> changed(SetOverview overview) {
    if (overview == lastOverview) {
      return Optional.empty();
    }
    var before = last;
    var page = new SetPage(overview);
    last = page;
    lastOverview = overview;
    return before == null
        ? Optional.of(new Message("all", page.whole()))
        : page.since(before).map(json -> new Message("change", json));
  }
}
