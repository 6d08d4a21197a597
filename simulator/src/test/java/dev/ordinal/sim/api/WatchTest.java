package dev.ordinal.sim.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the record of the real server cannot show: it compacts only after minutes.
class WatchTest {
  private final TestServer shop = new TestServer();
  private String start = "";

  @BeforeEach
  void threeMaps() {
    start = Long.toString(shop.server().store().version());
    for (var name : new String[] {"a", "b", "c"}) {
      shop.post("configmaps", "metadata: {name: %s, labels: {n: %s}}".formatted(name, name));
    }
  }

  @Test
  void eventsComeOnceAndInOrder() {
    var watch = shop.watch("configmaps?resourceVersion=" + start);

    assertThat(watch.poll())
        .extracting(WatchTest::brief)
        .containsExactly("ADDED a", "ADDED b", "ADDED c");
    assertThat(watch.poll()).isEmpty();

    shop.merge("configmaps/b", "data: {x: y}");
    shop.delete("configmaps/a", "");
    assertThat(watch.poll())
        .extracting(WatchTest::brief)
        .containsExactly("MODIFIED b", "DELETED a");
  }

  @Test
  void forgottenVersionEndsTheWatchWithGone() {
    var watch = shop.watch("configmaps?resourceVersion=" + start);
    shop.server().store().compact(shop.server().store().version());

    var events = watch.poll();

    assertThat(events).hasSize(1);
    assertThat(events.getFirst().type()).isEqualTo("ERROR");
    assertThat(events.getFirst().object().find("code")).contains(Json.of(410));
    assertThat(events.getFirst().object().text("reason")).isEqualTo("Expired");
    assertThat(watch.isOver()).isTrue();
    assertThat(watch.poll()).isEmpty();
  }

  @Test
  void watchThatKeptUpSurvivesForgetting() {
    var watch = shop.watch("configmaps?resourceVersion=" + start);
    watch.poll();
    shop.server().store().compact(shop.server().store().version());

    shop.delete("configmaps/c", "");

    assertThat(watch.poll()).extracting(WatchTest::brief).containsExactly("DELETED c");
  }

  @Test
  void bookmarkMovesTheWatchPastTheChangesOfOtherKinds() {
    var watch = shop.watch("configmaps?resourceVersion=" + start);
    watch.poll();
    shop.post("secrets", "metadata: {name: s}");

    var bookmark = watch.bookmark();
    shop.server().store().compact(shop.server().store().version());

    assertThat(bookmark.object().object("metadata").text("resourceVersion"))
        .isEqualTo(Long.toString(shop.server().store().version()));
    assertThat(watch.poll()).isEmpty();
    assertThat(watch.isOver()).isFalse();
  }

  @Test
  void objectsComeAndGoWithTheirLabels() {
    var watch = shop.watch("configmaps?labelSelector=n%3Da&resourceVersion=" + start);

    shop.merge("configmaps/a", "metadata: {labels: {n: z}}");
    shop.merge("configmaps/b", "metadata: {labels: {n: a}}");

    assertThat(watch.poll())
        .extracting(WatchTest::brief)
        .containsExactly("ADDED a", "DELETED a", "ADDED b");
  }

  @Test
  void otherNamespacesAreNotSeenUnlessAllAreWatched() {
    shop.post("/api/v1/namespaces", "metadata: {name: other}");
    shop.post("/api/v1/namespaces/other/configmaps", "metadata: {name: far}");

    var near = shop.watch("configmaps?resourceVersion=" + start);
    var all = shop.watch("/api/v1/configmaps?resourceVersion=" + start);

    assertThat(near.poll()).extracting(WatchTest::brief).doesNotContain("ADDED far");
    assertThat(all.poll()).extracting(WatchTest::brief).contains("ADDED far");
  }

  private static String brief(Watch.Event event) {
    return event.type() + " " + event.object().object("metadata").text("name");
  }
}
