package dev.ordinal.diff;

import dev.ordinal.diff.Account.Event;
import dev.ordinal.diff.Account.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The differences between what both halves made of one scenario, each as one line.
final class Comparison {
  private final List<String> differences = new ArrayList<>();

  private final String there;

  private Comparison(Half half) {
    this.there = half.word();
  }

  /// `half` is where the peer's account comes from.
  static List<String> of(Half half, Account peer, Account ours) {
    var comparison = new Comparison(half);
    // A history of chance goes on differently where a difference has shown before.
    var phases = Math.min(peer.phases().size(), ours.phases().size());
    for (var i = 0; i < phases; i++) {
      comparison.compare(peer.phases().get(i), ours.phases().get(i));
    }
    return comparison.differences;
  }

  private void compare(Phase peer, Phase ours) {
    var when = " after " + peer.title() + ": ";
    if (!peer.isOrdered()) {
      comparePods(when, peer.perPod(), ours.perPod());
    } else if (!calm(peer.order()).equals(calm(ours.order()))) {
      differences.add(
          "order" + when + there + " " + words(peer.order()) + " | ours " + words(ours.order()));
    }
    var missing = new TreeSet<>(peer.facts());
    missing.removeAll(ours.facts());
    missing.forEach(line -> differences.add("only " + there + when + line));
    var added = new TreeSet<>(ours.facts());
    added.removeAll(peer.facts());
    added.forEach(line -> differences.add("only ours" + when + line));
  }

  /// Pods that are taken down together, nothing happening in between, are taken down in no order.
  private static List<Event> calm(List<Event> events) {
    var calm = new ArrayList<Event>();
    var together = new TreeSet<String>();
    for (var event : events) {
      if (event.what().equals("terminating")) {
        together.add(event.pod());
      } else {
        together.forEach(pod -> calm.add(new Event(pod, "terminating")));
        together.clear();
        calm.add(event);
      }
    }
    together.forEach(pod -> calm.add(new Event(pod, "terminating")));
    return calm;
  }

  /// Pods that are created and deleted side by side have no common order, but each has its own.
  private void comparePods(
      String when, SortedMap<String, List<String>> peer, SortedMap<String, List<String>> ours) {
    var names = new TreeSet<>(peer.keySet());
    names.addAll(ours.keySet());
    for (var name : names) {
      var theirs = peer.getOrDefault(name, List.of());
      var own = ours.getOrDefault(name, List.of());
      if (!theirs.equals(own)) {
        differences.add("pod " + name + when + there + " " + theirs + " | ours " + own);
      }
    }
  }

  private static String words(List<Event> events) {
    return events.stream().map(Event::toString).collect(Collectors.joining(", ", "[", "]"));
  }
}
