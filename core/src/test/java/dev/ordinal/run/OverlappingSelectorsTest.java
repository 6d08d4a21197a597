package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OverlappingSelectorsTest {
  private final OverlappingSelectors overlaps = new OverlappingSelectors();

  private static SetView set(
      String name, Map<String, String> selector, Map<String, String> labels) {
    return set("shop", name, new Selector(new TreeMap<>(selector), List.of()), labels);
  }

  private static SetView set(
      String namespace, String name, Selector selector, Map<String, String> labels) {
    var meta =
        new Meta(
            namespace,
            name,
            namespace + "-" + name,
            1,
            1,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            Views.NOW,
            Optional.empty());
    var plain = Views.set("replicas=1").spec();
    var template = Json.of("metadata", Json.of("labels", Json.strings(labels)));
    var spec =
        new SetSpec(
            plain.replicas(),
            plain.start(),
            plain.reserved(),
            selector,
            template,
            plain.claimTemplates(),
            plain.serviceName(),
            plain.podManagement(),
            plain.update(),
            plain.historyLimit(),
            plain.minReady(),
            plain.retention(),
            plain.lifecycle(),
            plain.scaleMaxUnavailable(),
            plain.claimUpdate(),
            plain.progressDeadline(),
            plain.gates());
    return new SetView(meta, spec, SetStatus.NONE, List.of());
  }

  private SetView add(SetView set) {
    overlaps.changed(set, true);
    return set;
  }

  @Test
  void selectorThatMatchesTheOthersTemplateMakesRivalsOfBoth() {
    var wide = add(set("wide", Map.of("app", "web"), Map.of("app", "web", "tier", "a")));
    var narrow =
        add(set("narrow", Map.of("app", "web", "tier", "b"), Map.of("app", "web", "tier", "b")));
    var other = add(set("other", Map.of("app", "db"), Map.of("app", "db")));

    assertThat(overlaps.of(wide)).containsExactly("narrow");
    assertThat(overlaps.of(narrow)).containsExactly("wide");
    assertThat(overlaps.of(other)).isEmpty();
  }

  @Test
  void expressionsAreComparedWithAll() {
    var any =
        new Selector(new TreeMap<>(), List.of(new Requirement("app", Operator.EXISTS, List.of())));
    var greedy = add(set("shop", "greedy", any, Map.of("app", "all")));
    var web = add(set("web", Map.of("app", "web"), Map.of("app", "web")));
    var bare = add(set("bare", Map.of("tier", "a"), Map.of("tier", "a")));

    assertThat(overlaps.of(greedy)).containsExactly("web");
    assertThat(overlaps.of(web)).containsExactly("greedy");
    assertThat(overlaps.of(bare)).isEmpty();
  }

  @Test
  void otherNamespacesAndSetsThatHaveGoneDoNotCount() {
    var web = add(set("web", Map.of("app", "web"), Map.of("app", "web")));
    var same = new Selector(new TreeMap<>(Map.of("app", "web")), List.of());
    add(set("elsewhere", "far", same, Map.of("app", "web")));
    var near = add(set("near", Map.of("app", "web"), Map.of("app", "web")));
    assertThat(overlaps.of(web)).containsExactly("near");

    overlaps.changed(near, false);
    assertThat(overlaps.of(web)).isEmpty();
  }

  /// A chart gives all its sets one label in common, and each one of its own.
  @Test
  void twoThousandSetsAreNotComparedWithEachOther() {
    var sets = new ArrayList<SetView>();
    for (var i = 0; i < 2000; i++) {
      var labels = Map.of("app.kubernetes.io/part-of", "shop", "app", "web-" + i);
      sets.add(add(set("web-" + i, labels, labels)));
    }

    assertThat(sets).allMatch(set -> overlaps.of(set).isEmpty());
    assertThat(overlaps.comparisons()).isLessThan(4_000);
  }
}
