package dev.ordinal.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.PodReader;
import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.PodView;
import dev.ordinal.run.Feed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Watches that are cut, and stores that are restored from a backup.
class ReflectorPlaceTest {
  private static final Duration SHORT = Duration.ofMillis(4);
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ScriptedServer server = new ScriptedServer();
  private final Connection connection =
      Connection.withoutCredentials(server.url(), Duration.ofSeconds(20));
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private volatile boolean isListed;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T10:00:00Z"));

  /// How much later it is each time the clock is read.
  private volatile Duration step = Duration.ZERO;

  private Reflector<PodView> reflector = reflector(Duration.ofMillis(20), LONG);

  private Reflector<PodView> reflector(Duration firstDelay, Duration maxDelay) {
    var source = new ListWatch<>(connection.api(), "/api/v1/pods", new PodReader());
    var listener =
        new Reflector.Listener() {
          @Override
          public void failed(String reader, ReadFault fault) {}

          @Override
          public void recovered(String reader) {}
        };
    var settings =
        new Reflector.Settings(
            Duration.ofMinutes(1),
            firstDelay,
            maxDelay,
            () -> now.updateAndGet(last -> last.plus(step)),
            new Random(1),
            listener);
    return new Reflector<>(source, new FilteredFeed<>(_ -> true, feed(), () -> {}), settings);
  }

  private Feed<PodView> feed() {
    return new Feed<>() {
      @Override
      public void listed(List<PodView> views, long version) {
        // First, for the test goes on as soon as it reads the log.
        isListed = true;
        log.add("listed @" + version);
      }

      @Override
      public void restored(List<PodView> views, long version) {
        log.add("restored @" + version);
      }

      @Override
      public boolean isListed() {
        return isListed;
      }

      @Override
      public void changed(PodView view) {
        log.add("changed " + view.name());
      }

      @Override
      public void deleted(PodView view) {
        log.add("deleted " + view.name());
      }

      @Override
      public void reached(long version) {
        log.add("reached " + version);
      }
    };
  }

  @AfterEach
  void stop() {
    reflector.close();
    connection.close();
    server.close();
  }

  private void assertLogged(String line) throws InterruptedException {
    assertThat(String.valueOf(log.poll(20, TimeUnit.SECONDS))).isEqualTo(line);
  }

  private static String list(long version) {
    return "{\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":[]}".formatted(version);
  }

  private static String bookmark(long version) {
    return "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"%d\"}}}\n"
        .formatted(version);
  }

  private void answerList(long version) {
    var call = server.next();
    assertThat(call.query("limit")).isEqualTo("500");
    call.reply(200, list(version));
  }

  private void answerVersion(long version) {
    var call = server.next();
    assertThat(call.query("limit")).isEqualTo("1");
    call.reply(200, list(version));
  }

  private ScriptedServer.Call watchFrom(long version) {
    var watch = server.next();
    assertThat(watch.query("resourceVersion")).isEqualTo(Long.toString(version));
    return watch.open();
  }

  /// A load balancer cuts what is idle for a minute. Each of the watches before it was a good one,
  /// so the pause stays at some 20 ms; doubled twelve times it would be more than half a minute.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void watchThatLastedIsResumedAtOnce(boolean isCut) throws InterruptedException {
    step = Duration.ofSeconds(60);
    reflector.start();
    answerList(10);
    assertLogged("listed @10");
    for (var i = 0; i < 12; i++) {
      var watch = watchFrom(10);
      if (isCut) {
        watch.breakOff();
      } else {
        watch.end();
      }
      answerVersion(10);
    }
    watchFrom(10);
  }

  @Test
  void watchesThatEndAtOnceAreAskedForMoreAndMoreSeldom() throws InterruptedException {
    reflector.start();
    answerList(10);
    for (var i = 0; i < 6; i++) {
      watchFrom(10).end();
      answerVersion(10);
    }
    watchFrom(10).end();

    assertThat(server.isQuietFor(Duration.ofMillis(300))).isTrue();
  }

  /// To the server a watch from a version of the future is no error: nothing comes.
  @Test
  void restoredStoreIsNoticedAfterASilentWatch() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    watchFrom(100).send(bookmark(120)).end();
    assertLogged("reached 120");
    watchFrom(120).end();
    answerVersion(40);
    answerList(41);

    assertLogged("restored @41");
    watchFrom(41).send(bookmark(42)).end();
    assertLogged("reached 42");
    watchFrom(42);
  }

  @Test
  void serverThatIsBehindForAMomentIsNotTakenForARestoredStore() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    watchFrom(100).end();
    answerVersion(90);
    answerList(101);

    assertLogged("listed @101");
    watchFrom(101);
  }

  @Test
  void relistThatIsOlderIsMadeAgainBeforeItCounts() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    server.next().reply(410, "{\"code\":410,\"message\":\"too old resource version\"}");
    answerList(40);
    answerList(45);

    assertLogged("restored @45");
    watchFrom(45);
  }

  /// The store may have been restored and caught up meanwhile.
  @Test
  void storeIsListedAgainAfterALongOutage() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    server.next().reply(503, "");
    for (var i = 0; i < 2; i++) {
      var again = server.next();
      assertThat(again.query("limit")).isEqualTo("1");
      again.reply(503, "");
    }
    answerList(130);

    assertLogged("listed @130");
  }

  /// A server whose store is gone lets requests hang: one failure may take as long as a restart.
  @Test
  void storeIsListedAgainAfterOneRequestThatFailedSlowly() throws InterruptedException {
    step = Duration.ofSeconds(1);
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    server.next().reply(503, "");
    answerList(130);

    assertLogged("listed @130");
  }

  @Test
  void watchThatIsCutAndResumedAtOnceIsNotListedAgain() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    var watch = watchFrom(100);
    watch.send(bookmark(101));
    assertLogged("reached 101");
    watch.breakOff();

    watchFrom(101);
  }

  @Test
  void placeIsKeptAfterAShortOne() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    server.next().reply(503, "");
    answerVersion(101);

    watchFrom(100);
  }

  /// Another kind has noticed that the store was restored.
  @Test
  void kindThatHasToBeListedAgainEndsItsWatch() throws InterruptedException {
    reflector = reflector(SHORT, SHORT);
    reflector.start();
    answerList(100);
    assertLogged("listed @100");
    isListed = false;
    watchFrom(100).send(bookmark(42));
    answerList(42);

    assertLogged("listed @42");
  }
}
