package dev.ordinal.ship.train;

import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a controller against a simulated cluster through a rollout of each kind, and stops it:
///
///     TrainingMain <kubeconfig to write> <command of the controller> [-- <another command>]
///
/// The other command runs while the set has a broken pod, and ends by itself. Whichever of the two
/// has the option `-XX:AOTCacheOutput` leaves a cache of the classes that this took.
///
/// Beside the kubeconfig are `token` and `ca.crt`, and the controller has the variables by which a
/// pod finds the API server: in a cluster it reads no kubeconfig, and needs no classes for that.
public final class TrainingMain {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /// Fast, and slow enough for the controller's clock, which is the machine's.
  private static final double SPEED = 10;

  private final Process controller;
  private final TrainingSet set;
  private final List<String> guest;

  private TrainingMain(Process controller, TrainingSet set, List<String> guest) {
    this.controller = controller;
    this.set = set;
    this.guest = guest;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var words = Arrays.asList(arguments);
    var split = words.contains("--") ? words.indexOf("--") : words.size();
    var kubeconfig = Path.of(words.getFirst());
    var guest = words.subList(Math.min(split + 1, words.size()), words.size());
    var folder = Files.createTempDirectory("ordinal-training-");
    var plain = folder.resolve("kubeconfig");
    var options = LocalOptions.usual().speed(SPEED).unlimited().kubeconfig(plain);
    try (var cluster = LocalCluster.start(options);
        var front = TlsFront.start(cluster.address());
        var set = new TrainingSet(cluster.address())) {
      Files.writeString(kubeconfig, front.kubeconfig());
      Files.writeString(kubeconfig.resolveSibling("token"), TlsFront.TOKEN);
      Files.write(kubeconfig.resolveSibling("ca.crt"), front.certificate());
      var process = start(words.subList(1, split), front.variables());
      try {
        new TrainingMain(process, set, guest).train();
      } finally {
        process.destroyForcibly();
      }
    } finally {
      Files.deleteIfExists(plain);
      Files.deleteIfExists(folder);
    }
  }

  private static Process start(List<String> command, Map<String, String> variables)
      throws IOException {
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    return builder.start();
  }

  private void train() throws IOException, InterruptedException {
    set.create();
    await("the first pods", set::isReady);
    set.merge("{\"spec\": {\"replicas\": 3}}");
    await("a third pod", set::isReady);
    set.image("app:2");
    await("an update by replacing pods", set::isReady);
    set.merge(
        "{\"spec\": {\"updateStrategy\": {\"rollingUpdate\": {\"podUpdatePolicy\": \"InPlaceIfPossible\"}}}}");
    set.image("app:3");
    await("an update in place", set::isReady);
    set.image("app:missing");
    await("a broken pod", set::isBroken);
    if (!guest.isEmpty()) {
      demand(start(guest, Map.of()).waitFor() == 0, "the command that is trained fails");
    }
    set.merge("{\"spec\": {\"replicas\": 1}}");
    set.image("app:4");
    await("a recovery", set::isReady);
    controller.destroy();
    demand(controller.waitFor(4, TimeUnit.MINUTES), "the controller does not stop");
  }

  /// What is waited for, read from the cluster.
  private interface Question {
    boolean ask() throws IOException, InterruptedException;
  }

  private void await(String what, Question question) throws IOException, InterruptedException {
    var end = Instant.now().plus(PATIENCE);
    while (!question.ask()) {
      demand(Instant.now().isBefore(end), "the training waits in vain for " + what);
      demand(!controller.waitFor(50, TimeUnit.MILLISECONDS), "the controller has ended");
    }
  }

  private static void demand(boolean isFine, String sentence) {
    if (!isFine) {
      throw new IllegalStateException(sentence);
    }
  }
}
