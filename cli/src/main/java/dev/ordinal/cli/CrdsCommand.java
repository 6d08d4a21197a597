package dev.ordinal.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `ordinal crds`
@Command(
    name = "crds",
    description = "Print the custom resource definitions, ready for `kubectl apply -f -`.")
final class CrdsCommand implements Callable<Integer> {
  private static final List<String> FILES =
      List.of("apps.kruise.io_statefulsets.yaml", "apps.kruise.io_imagepulljobs.yaml");

  @Override
  public Integer call() throws IOException {
    for (var file : FILES) {
      try (var text = CrdsCommand.class.getResourceAsStream("/crd/" + file)) {
        if (text == null) {
          throw new IllegalStateException(file + " is missing from the program: build it again");
        }
        System.out.println("---");
        System.out.write(text.readAllBytes());
      }
    }
    System.out.flush();
    return 0;
  }
}
