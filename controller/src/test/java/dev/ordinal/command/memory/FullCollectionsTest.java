package dev.ordinal.command.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FullCollectionsTest {
  private long used;
  private long live;
  private int collections;

  private final FullCollections collector = new FullCollections(() -> used, this::collect);

  private void collect() {
    collections++;
    used = live;
  }

  @Test
  void growthCountsFromWhatTheLastCollectionLeft() {
    used = 20 << 20;
    live = 12 << 20;
    collector.look();
    assertThat(collections).isEqualTo(1);
    used = 19 << 20;
    collector.look();
    assertThat(collections).isEqualTo(1);
    used = 20 << 20;
    collector.look();
    assertThat(collections).isEqualTo(2);
  }

  /// An old generation without garbage is not collected again and again.
  @Test
  void heapThatOnlyLivesIsLeftAlone() {
    used = 50 << 20;
    live = used;
    collector.look();
    collector.look();
    collector.look();
    assertThat(collections).isEqualTo(1);
  }
}
