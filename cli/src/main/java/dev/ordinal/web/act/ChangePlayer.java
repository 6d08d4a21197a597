package dev.ordinal.web.act;

import dev.ordinal.forecast.ClusterObjects;
import dev.ordinal.forecast.Forecast;
import dev.ordinal.forecast.LiveObjects;
import dev.ordinal.forecast.Player;
import dev.ordinal.forecast.ProposedChange;
import dev.ordinal.kube.http.Api;
import dev.ordinal.local.OwnDefinitions;
import dev.ordinal.view.Progress;
import dev.ordinal.view.SetOverview;
import dev.ordinal.web.act.ChangeSender.Order;
import dev.ordinal.web.act.ChangeSender.Refused;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Plays a change forward before it is made. A large set needs much memory and time for it: there
/// is one play at a time, and that of a large set ends before its user stops waiting.
public final class ChangePlayer {
  /// Where no pod of the set tells how long one takes.
  private static final Duration USUAL_START = Duration.ofSeconds(10);

  /// Small sets are played to the end, on a busy machine too.
  private static final int FEW_STEPS = 100;

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int MOST_PODS = 12_000;

  private final Semaphore turn = new Semaphore(1, true);

  /// What the order would do, to the end or for as long as its user waits.
  ///
  /// @param set the set as the user sees it
  public Forecast play(Api api, Order order, SetOverview set) throws Refused {
    var most = order.change() instanceof SetChange.Scale(var replicas) ? replicas : 0;
    if (Math.max(most, set.ordinals().size()) > MOST_PODS) {
      throw new Refused(
          422, "The batches are not played forward for more than %d pods.".formatted(MOST_PODS));
    }
    try {
      if (!turn.tryAcquire(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Refused(503, "The dashboard is busy with other previews: try it again.");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new Refused(503, "The dashboard ends.");
    }
    try {
      var objects = read(api, order);
      return await(() -> play(objects, order, set));
    } catch (IllegalArgumentException e) {
      throw new Refused(422, String.valueOf(e.getMessage()));
    } finally {
      turn.release();
    }
  }

  /// On a thread of its own: virtual threads share few carriers, and those that serve pages would
  /// wait for the play.
  private static Forecast await(Callable<Forecast> play) throws Refused {
    var task = new FutureTask<>(play);
    Thread.ofPlatform().daemon().name("forecast").start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalArgumentException(message(e.getCause()), e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new Refused(503, "The dashboard ends.");
    }
  }

  private static String message(@Nullable Throwable cause) {
    return cause instanceof IllegalArgumentException
        ? String.valueOf(cause.getMessage())
        : "What would happen cannot be told: " + cause;
  }

  private static ClusterObjects read(Api api, Order order) throws Refused {
    var objects =
        LiveObjects.find(api, order.set())
            .orElseThrow(() -> new Refused(404, "There is no set %s.".formatted(order.set())));
    ChangeSender.demandSeen(order, objects.set());
    return objects;
  }

  private static Forecast play(ClusterObjects objects, Order order, SetOverview set) {
    var startTime = Progress.startTime(set.ordinals()).orElse(USUAL_START);
    var start = System.nanoTime();
    IntPredicate isEnough = steps -> isEnough(steps, System.nanoTime() - start);
    var basis = new Player.Basis(OwnDefinitions.all(), startTime, set.now(), isEnough);
    return Player.play(objects, proposed(order, objects), basis);
  }

  static boolean isEnough(int steps, long nanos) {
    var longest = steps < FEW_STEPS ? LONGEST : LONG_ENOUGH;
    return steps > MOST_PODS || nanos > longest.toNanos();
  }

  private static ProposedChange proposed(Order order, ClusterObjects objects) {
    return order.change() instanceof SetChange.DeletePod deleted
        ? new ProposedChange.OfPod(deleted.pod(), ChangeSender.label(deleted))
        : new ProposedChange.Steps(Edits.of(order.change(), objects.set(), order.revisions()));
  }
}
