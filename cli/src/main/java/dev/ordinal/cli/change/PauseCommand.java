package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal pause`
@Command(name = "pause", description = "Pause the update of a set; what has begun is finished.")
public final class PauseCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Override
  public Integer call() {
    return change.make(PauseCommand::decide);
  }

  private static ChangeRequest decide(SetOverview set) {
    if (set.goal().isOnDelete()) {
      return ChangeRequest.none("OnDelete updates only pods that users delete: nothing to pause.");
    }
    return set.goal().isPaused()
        ? ChangeRequest.none("The update is paused already.")
        : ChangeRequest.ofSpec(
            set,
            ChangeRequest.rolling("paused", Json.of(true)),
            "rollingUpdate.paused becomes true",
            List.of("no further pod is updated; scaling and healing go on"));
  }
}
