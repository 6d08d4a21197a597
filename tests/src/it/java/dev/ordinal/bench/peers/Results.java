package dev.ordinal.bench.peers;

import dev.ordinal.bench.peers.Step.Family;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// All measurements: medians and spread of the rounds.
record Results(List<Measurement> all) {
  Results {
    all = List.copyOf(all);
  }

  /// In the order in which ours took them, as it takes all of them.
  List<Step> steps() {
    var ours = all.stream().filter(each -> each.peer() == Peer.ORDINAL);
    return Stream.concat(ours, all.stream()).map(Measurement::step).distinct().toList();
  }

  List<Step> steps(Predicate<Family> families) {
    return steps().stream().filter(step -> families.test(step.family())).toList();
  }

  /// Those that have taken this step.
  List<Peer> peers(Step step) {
    return Arrays.stream(Peer.values())
        .filter(peer -> all.stream().anyMatch(each -> isOf(each, step, peer)))
        .toList();
  }

  private static boolean isOf(Measurement each, Step step, Peer peer) {
    return each.step().equals(step) && each.peer() == peer;
  }

  int pods(Step step) {
    return all.stream().filter(each -> each.step().equals(step)).findFirst().orElseThrow().pods();
  }

  long rounds() {
    return all.stream().mapToInt(Measurement::round).distinct().count();
  }

  private double[] values(Step step, Peer peer, Quantity quantity) {
    return all.stream()
        .filter(each -> isOf(each, step, peer) && each.values().containsKey(quantity))
        .mapToDouble(each -> each.values().get(quantity))
        .sorted()
        .toArray();
  }

  OptionalDouble median(Step step, Peer peer, Quantity quantity) {
    var sorted = values(step, peer, quantity);
    var middle = sorted.length / 2;
    if (sorted.length == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }

  OptionalDouble least(Step step, Peer peer, Quantity quantity) {
    return Arrays.stream(values(step, peer, quantity)).min();
  }

  OptionalDouble most(Step step, Peer peer, Quantity quantity) {
    return Arrays.stream(values(step, peer, quantity)).max();
  }

  OptionalDouble writesPerPod(Step step, Peer peer) {
    var pods = pods(step);
    return with(median(step, peer, Quantity.WRITES), OptionalDouble.of(pods), (a, b) -> a / b);
  }

  /// Ours in relation to another controller's; empty where that has nothing.
  OptionalDouble ratio(Step step, Peer other, Quantity quantity) {
    var yardstick = median(step, other, quantity);
    return yardstick.orElse(0) == 0
        ? OptionalDouble.empty()
        : with(median(step, Peer.ORDINAL, quantity), yardstick, (a, b) -> a / b);
  }

  static OptionalDouble with(OptionalDouble a, OptionalDouble b, DoubleBinaryOperator combine) {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(combine.applyAsDouble(a.getAsDouble(), b.getAsDouble()))
        : OptionalDouble.empty();
  }
}
