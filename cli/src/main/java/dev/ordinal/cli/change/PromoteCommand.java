package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.SetOverview;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal promote`
@Command(
    name = "promote",
    description = "Lower the partition of a set, so that more pods get the newest template.")
public final class PromoteCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--step",
      paramLabel = "COUNT",
      description = "How many more pods are updated. Default: 1.")
  private @Nullable Integer step;

  @Option(
      names = "--to",
      paramLabel = "PARTITION",
      description = "The new partition, instead of a step.")
  private @Nullable Integer goal;

  @Option(names = "--full", description = "Update all pods: partition 0.")
  private boolean isFull;

  @Override
  public Integer call() {
    if (Stream.of(step != null, goal != null, isFull).filter(is -> is).count() > 1) {
      throw new IllegalArgumentException("Give one of --step, --to and --full.");
    }
    if (step != null && step < 1) {
      throw new IllegalArgumentException("--step must be 1 or more.");
    }
    if (goal != null && goal < 0) {
      throw new IllegalArgumentException("--to must be 0 or more.");
    }
    return change.make(this::decide);
  }

  private ChangeRequest decide(SetOverview set) {
    var before = set.goal().partition();
    var lower = Math.max(0, before - (step == null ? 1 : step));
    var after = isFull ? 0 : goal != null ? goal : lower;
    if (set.goal().isOnDelete()) {
      return ChangeRequest.none("OnDelete has no partition: it updates pods that users delete.");
    }
    if (after > before) {
      throw new IllegalArgumentException(
          "The partition is %d, and this command only lowers it.".formatted(before));
    }
    if (after == before) {
      return ChangeRequest.none("The partition is %d already.".formatted(before));
    }
    return ChangeRequest.ofSpec(
        set,
        ChangeRequest.rolling("partition", Json.of(after)),
        "rollingUpdate.partition: %d becomes %d".formatted(before, after),
        UpdateEffect.of(set, after));
  }
}
