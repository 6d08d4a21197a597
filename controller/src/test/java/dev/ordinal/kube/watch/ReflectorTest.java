package dev.ordinal.kube.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.PodReader;
import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.PodView;
import dev.ordinal.run.Feed;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReflectorTest {
  private final ScriptedServer server = new ScriptedServer();
  private final Connection connection =
      Connection.withoutCredentials(server.url(), Duration.ofSeconds(20));
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private volatile boolean isListed;
  private Instant now = Instant.parse("2026-03-01T10:00:00Z");
  private Reflector<PodView> reflector = reflector(Duration.ofMinutes(1));

  private Reflector<PodView> reflector(Duration idleTimeout) {
    var source = new ListWatch<>(connection.api(), "/api/v1/pods", new PodReader());
    var settings =
        new Reflector.Settings(
            idleTimeout,
            Duration.ofMillis(1),
            Duration.ofMillis(4),
            () -> now,
            new Random(1),
            new LoggingListener());
    return new Reflector<>(
        source,
        new FilteredFeed<>(pod -> !pod.meta().label("app").equals("other"), feed(), () -> {}),
        settings);
  }

  private final class LoggingListener implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {
      log.add(fault.kind() + ": " + fault.sentence());
    }

    @Override
    public void recovered(String reader) {
      log.add("recovered");
    }
  }

  private Feed<PodView> feed() {
    return new Feed<>() {
      @Override
      public void listed(List<PodView> views, long version) {
        log.add("listed " + views.stream().map(PodView::name).toList() + " @" + version);
        isListed = true;
      }

      @Override
      public void restored(List<PodView> views, long version) {
        log.add("restored " + views.stream().map(PodView::name).toList() + " @" + version);
      }

      @Override
      public boolean isListed() {
        return isListed;
      }

      @Override
      public void changed(PodView view) {
        log.add("changed " + view.name() + " " + view.meta().label("app"));
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

  @BeforeEach
  void start() {
    reflector.start();
  }

  @AfterEach
  void stop() {
    reflector.close();
    connection.close();
    server.close();
  }

  private String logged() throws InterruptedException {
    return String.valueOf(log.poll(20, TimeUnit.SECONDS));
  }

  private static String pod(String name, long version, String app) {
    return """
    {"metadata":{"name":"%s","resourceVersion":"%d","labels":{"app":"%s"}}}"""
        .formatted(name, version, app);
  }

  private static String event(String type, String object) {
    return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
  }

  private static String list(long version, String next, String... pods) {
    return "{\"metadata\":{\"resourceVersion\":\"%d\",\"continue\":\"%s\"},\"items\":[%s]}"
        .formatted(version, next, String.join(",", pods));
  }

  /// Answers the list with nothing in it and gives the watch that follows, accepted.
  private ScriptedServer.Call watchFrom(long version) throws InterruptedException {
    server.next().reply(200, list(version, ""));
    assertThat(logged()).isEqualTo("listed [] @" + version);
    return server.next().open();
  }

  @Test
  void listComesInPagesAndTheWatchStartsWhereItEnds() throws InterruptedException {
    assertThat(reflector.pulse().isSynced()).isFalse();
    var first = server.next();
    assertThat(first.path()).isEqualTo("/api/v1/pods");
    assertThat(first.query("limit")).isEqualTo("500");
    first.reply(200, list(10, "a/b=", pod("web-0", 3, "shop")));
    var second = server.next();
    assertThat(second.query("continue")).isEqualTo("a%2Fb%3D");
    second.reply(200, list(10, "", pod("web-1", 4, "shop"), pod("x", 4, "other")));

    assertThat(logged()).isEqualTo("listed [web-0, web-1] @10");
    var watch = server.next();
    assertThat(watch.query("watch")).isEqualTo("1");
    assertThat(watch.query("resourceVersion")).isEqualTo("10");
    assertThat(watch.query("allowWatchBookmarks")).isEqualTo("true");
    assertThat(Integer.parseInt(watch.query("timeoutSeconds"))).isBetween(40, 50);
    assertThat(reflector.pulse().isSynced()).isTrue();
  }

  @Test
  void changesReachTheFeedInOrder() throws InterruptedException {
    watchFrom(10)
        .send(event("ADDED", pod("web-0", 11, "shop")))
        .send(event("MODIFIED", pod("web-0", 12, "shop")) + event("DELETED", pod("web-0", 13, "")));

    assertThat(logged()).isEqualTo("changed web-0 shop");
    assertThat(logged()).isEqualTo("changed web-0 shop");
    assertThat(logged()).isEqualTo("deleted web-0");
  }

  @Test
  void lettersSplitAcrossChunksSurvive() throws InterruptedException {
    var bytes = event("ADDED", pod("web-0", 11, "café 🚀")).getBytes(UTF_8);
    var watch = watchFrom(10);
    for (var i = 0; i < bytes.length; i++) {
      watch.send(Arrays.copyOfRange(bytes, i, i + 1));
    }

    assertThat(logged()).isEqualTo("changed web-0 café 🚀");
  }

  @Test
  void objectThatIsNoLongerWantedIsReportedAsDeleted() throws InterruptedException {
    watchFrom(10)
        .send(event("ADDED", pod("foreign", 11, "other")))
        .send(event("ADDED", pod("web-0", 12, "shop")))
        .send(event("MODIFIED", pod("web-0", 13, "other")));

    assertThat(logged()).isEqualTo("changed web-0 shop");
    assertThat(logged()).isEqualTo("deleted web-0");
  }

  @Test
  void watchThatEndsIsResumedAfterTheLastChange() throws InterruptedException {
    watchFrom(10).send(event("ADDED", pod("web-0", 11, "shop"))).end();

    assertThat(server.next().query("resourceVersion")).isEqualTo("11");
  }

  @Test
  void watchThatBreaksOffIsResumedAfterTheLastChange() throws InterruptedException {
    var watch = watchFrom(10).send(event("ADDED", pod("web-0", 11, "shop")) + "{\"type\":\"MOD");
    assertThat(logged()).isEqualTo("changed web-0 shop");
    watch.breakOff();

    assertThat(server.next().query("resourceVersion")).isEqualTo("11");
  }

  @Test
  void bookmarkMovesThePlaceToResume() throws InterruptedException {
    watchFrom(10).send(event("BOOKMARK", pod("", 99, ""))).end();

    assertThat(logged()).isEqualTo("reached 99");
    assertThat(server.next().query("resourceVersion")).isEqualTo("99");
  }

  @Test
  void forgottenPlaceIsListedAgain() throws InterruptedException {
    server.next().reply(200, list(10, ""));
    assertThat(logged()).isEqualTo("listed [] @10");
    server.next().reply(410, "{\"code\":410,\"message\":\"too old resource version\"}");

    server.next().reply(200, list(50, "", pod("web-0", 40, "shop")));
    assertThat(logged()).isEqualTo("listed [web-0] @50");
    assertThat(server.next().query("resourceVersion")).isEqualTo("50");
  }

  @Test
  void errorInsideTheStreamIsListedAgain() throws InterruptedException {
    watchFrom(10).send(event("ERROR", "{\"kind\":\"Status\",\"code\":410,\"message\":\"old\"}"));

    var again = server.next();
    assertThat(again.query("limit")).isEqualTo("500");
    again.reply(200, list(60, ""));
    assertThat(logged()).isEqualTo("listed [] @60");
  }

  @Test
  void deadWatchIsNoticed() throws InterruptedException {
    server.next();
    reflector.close();
    reflector = reflector(Duration.ofSeconds(1));
    reflector.start();
    watchFrom(10).send(event("ADDED", pod("web-0", 11, "shop")));
    assertThat(logged()).isEqualTo("changed web-0 shop");

    // Nothing more arrives, and the connection stays open.
    assertThat(server.next().query("resourceVersion")).isEqualTo("11");
  }

  @Test
  void overloadedServerIsLeftAloneWithoutLosingThePlace() throws InterruptedException {
    server.next().reply(200, list(10, ""));
    assertThat(logged()).isEqualTo("listed [] @10");
    server.next().reply(429, "");

    assertThat(logged())
        .isEqualTo(
            "REFUSED: The API server at %s is overloaded (429): slowing down."
                .formatted(server.url()));
    var watch = server.next();
    assertThat(watch.query("resourceVersion")).isEqualTo("10");
    watch.open();
    assertThat(logged()).isEqualTo("recovered");
  }

  @ParameterizedTest
  @CsvSource({"401, UNAUTHORIZED", "403, FORBIDDEN", "404, MISSING", "500, REFUSED"})
  void failureIsReportedWithEachAttemptUntilRecovery(int code, String kind)
      throws InterruptedException {
    server.next().reply(code, "{\"message\":\"no\"}");
    assertThat(logged()).startsWith(kind + ": ");
    server.next().reply(code, "{\"message\":\"no\"}");
    assertThat(logged()).startsWith(kind + ": ");
    server.next().reply(200, list(10, ""));

    assertThat(logged()).isEqualTo("recovered");
    assertThat(logged()).isEqualTo("listed [] @10");
  }

  @Test
  void objectsThatCannotBeReadAreTroubleAndListedAgain() throws InterruptedException {
    watchFrom(10).send("<html>\n");

    assertThat(logged()).startsWith("UNREADABLE: What " + server.url() + " sent for pods could");
    assertThat(server.next().query("limit")).isEqualTo("500");
  }

  @Test
  void lastContactFollowsTheClock() throws InterruptedException {
    var watch = watchFrom(10);
    now = Instant.parse("2026-03-01T10:07:00Z");
    watch.send(event("BOOKMARK", pod("", 11, "")));

    assertThat(logged()).isEqualTo("reached 11");
    assertThat(reflector.pulse().lastContact()).isEqualTo("2026-03-01T10:07:00Z");
  }

  @Test
  void closedReflectorIsSilent() throws InterruptedException {
    var watch = watchFrom(10);
    reflector.close();
    watch.breakOff();

    assertThat(log).isEmpty();
  }
}
