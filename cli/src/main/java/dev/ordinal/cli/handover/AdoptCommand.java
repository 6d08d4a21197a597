package dev.ordinal.cli.handover;

import dev.ordinal.handover.Way;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `ordinal adopt`
@Command(
    name = "adopt",
    description = "Take over a native StatefulSet with its running pods; none restarts.")
public final class AdoptCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final HandoverOptions options = new HandoverOptions();

  @Override
  public Integer call() throws InterruptedException {
    return Handover.run(options, Way.ADOPT, spec.commandLine().getOut());
  }
}
