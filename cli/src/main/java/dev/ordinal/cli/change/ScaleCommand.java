package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal scale`
@Command(name = "scale", description = "Change how many pods a set has.")
public final class ScaleCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--replicas",
      paramLabel = "COUNT",
      required = true,
      description = "How many pods there are to be.")
  private int replicas;

  @Override
  public Integer call() {
    if (replicas < 0) {
      throw new IllegalArgumentException("--replicas must be 0 or more.");
    }
    return change.make(this::decide);
  }

  private ChangeRequest decide(SetOverview set) {
    var before = set.goal().replicas();
    if (before == replicas) {
      return ChangeRequest.none("The set has %d replicas already.".formatted(before));
    }
    return ChangeRequest.ofSpec(
        set,
        Json.of("replicas", Json.of(replicas)),
        "replicas: %d becomes %d".formatted(before, replicas),
        List.of(effect(set)));
  }

  private String effect(SetOverview set) {
    if (replicas > set.goal().replicas()) {
      var more = replicas - set.goal().replicas();
      return more == 1 ? "1 more pod is created" : more + " more pods are created";
    }
    var gone =
        set.ordinals().stream()
            .filter(OrdinalRow::isWanted)
            .skip(replicas)
            .map(OrdinalRow::pod)
            .toList()
            .reversed();
    return "deleted in this order: " + String.join(", ", gone);
  }
}
