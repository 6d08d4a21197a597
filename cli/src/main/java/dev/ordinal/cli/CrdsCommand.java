package dev.ordinal.cli;

import dev.ordinal.local.OwnDefinitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `ordinal crds`
@Command(
    name = "crds",
    description = "Print the custom resource definitions, ready for `kubectl apply -f -`.")
final class CrdsCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    for (var text : OwnDefinitions.texts()) {
      System.out.println("---");
      System.out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    System.out.flush();
    return 0;
  }
}
