package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class KubectlTest {
  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Runs waited for each other's output, half a minute at times, and rollouts seemed to hang.
  @Test
  void runsDoNotWaitForTheCommonPool() {
    var end = new CountDownLatch(1);
    try {
      for (var i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
        ForkJoinPool.commonPool().execute(() -> await(end));
      }
      var kubectl = new Kubectl(Path.of("echo"), Path.of("config"), "shop");
      var run =
          CompletableFuture.supplyAsync(
              () -> kubectl.require("", List.of("get")), Thread::startVirtualThread);

      assertThat(run)
          .succeedsWithin(Duration.ofSeconds(20))
          .isEqualTo("--kubeconfig=config --namespace=shop get\n");
    } finally {
      end.countDown();
    }
  }
}
