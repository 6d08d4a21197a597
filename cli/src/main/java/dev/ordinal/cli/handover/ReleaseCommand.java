package dev.ordinal.cli.handover;

import dev.ordinal.handover.Way;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `ordinal release`
@Command(
    name = "release",
    description = "Give a set back to the native controller with its running pods; none restarts.")
public final class ReleaseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final HandoverOptions options = new HandoverOptions();

  @Override
  public Integer call() throws InterruptedException {
    return Handover.run(options, Way.RELEASE, spec.commandLine().getOut());
  }
}
