package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal resume`
@Command(name = "resume", description = "Let the update of a set go on.")
public final class ResumeCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Override
  public Integer call() {
    return change.make(
        set ->
            set.goal().isPaused()
                ? ChangeRequest.ofSpec(
                    set,
                    ChangeRequest.rolling("paused", Json.of(false)),
                    "rollingUpdate.paused becomes false",
                    UpdateEffect.of(set, set.goal().partition()))
                : ChangeRequest.none("The update is not paused."));
  }
}
