package dev.ordinal.view.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.MetaParser;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.Feed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindFeedTest {
  private static final NodeView NODE =
      new NodeView(MetaParser.parse(Json.of("name", Json.of("a")).with("uid", Json.of("1"))), true);

  private final List<Integer> seen = new ArrayList<>();
  private final KindFeed<NodeView> feed = new KindFeed<>(new Engine());

  /// Lets others know that everything has been read as soon as it has a list.
  private final class Engine implements Feed<NodeView> {
    @Override
    public void listed(List<NodeView> views, long version) {
      seen.add(feed.all().size());
    }

    @Override
    public void restored(List<NodeView> views, long version) {
      seen.add(feed.all().size());
    }

    @Override
    public boolean isListed() {
      return !seen.isEmpty();
    }

    @Override
    public void changed(NodeView view) {
      seen.add(feed.all().size());
    }

    @Override
    public void deleted(NodeView view) {
      seen.add(feed.all().size());
    }

    @Override
    public void reached(long version) {
      // Nothing changes.
    }
  }

  @Test
  void objectsAreThereBeforeOthersLearnOfThem() {
    feed.listed(List.of(NODE), 1);
    feed.listed(List.of(NODE), 2, 0);
    feed.restored(List.of(NODE), 3);
    feed.changed(NODE);
    feed.deleted(NODE);
    assertThat(seen).containsExactly(1, 1, 1, 1, 0);
  }
}
