package dev.ordinal.sim.virtual;

import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.api.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The watch of one kind by a simulated controller: in order, but delayed by `lag`, in bursts when
/// the lag is long, and after a list that may be old.
final class DelayedWatch<V extends View> {
  private static final Duration LEAST = Duration.ofMillis(3);

  private final ApiServer server;
  private final Timeline time;
  private final Target all;
  private final Channel<V> channel;
  private final ArrayDeque<Instant> undelivered = new ArrayDeque<>();
  private final HashMap<String, Instant> moments = new HashMap<>();
  private Optional<Watch> watch = Optional.empty();
  private int connection;
  private final TreeMap<Integer, Runnable> beforeEvents = new TreeMap<>();
  private int count;
  private final RestoreCheck restores = new RestoreCheck();
  private Duration lag = LEAST;
  private Instant lastDue;

  /// How objects are decoded, which feed receives them, and what runs then.
  record Channel<V extends View>(Function<Json.Obj, V> reader, Feed<V> feed, Runnable wake) {}

  DelayedWatch(ApiServer server, Timeline time, Target all, Channel<V> channel) {
    this.server = server;
    this.time = time;
    this.all = all;
    this.channel = channel;
    this.lastDue = time.now();
    listNow();
  }

  /// As in production: a list older than known versions is repeated, and if it is older again, the
  /// store was restored from a backup.
  private void listNow() {
    var list = server.handle(Request.list(all, Query.NONE), time.now()).body();
    var version = list.object("metadata").text("resourceVersion");
    switch (restores.judge(Long.parseLong(version))) {
      case CURRENT -> channel.feed().listed(views(list), Long.parseLong(version));
      case RESTORED -> channel.feed().restored(views(list), Long.parseLong(version));
      case BEHIND -> {
        listAfter(RestoreCheck.SECOND_LOOK);
        return;
      }
    }
    channel.wake().run();
    follow(version);
  }

  /// Another kind may have found that the store was restored.
  void listIfNeeded() {
    if (!channel.feed().isListed()) {
      stop();
      restores.startOver();
      listNow();
    }
  }

  private void listAfter(Duration outage) {
    var broken = connection;
    time.after(
        outage,
        () -> {
          if (broken == connection) {
            listNow();
          }
        });
  }

  private List<V> views(Json.Obj list) {
    return list.items("items").stream()
        .map(item -> channel.reader().apply((Json.Obj) item))
        .toList();
  }

  private void follow(String version) {
    undelivered.clear();
    watch = Optional.of(server.watch(Request.list(all, Query.of("resourceVersion", version))));
  }

  private void list(Query query) {
    var list = server.handle(Request.list(all, query), time.now()).body();
    var version = list.object("metadata").text("resourceVersion");
    channel.feed().listed(views(list), Long.parseLong(version));
    channel.wake().run();
    follow(version);
  }

  void lag(Duration lag) {
    this.lag = lag.compareTo(LEAST) < 0 ? LEAST : lag;
  }

  /// Receives nothing for a while, and then lists again.
  void disconnect(Duration outage) {
    stop();
    if (undelivered.isEmpty()) {
      undelivered.add(time.now());
    }
    listAfter(outage);
  }

  /// Lists from a server that is behind by so many versions, and resumes from there.
  void travelBack(long versions) {
    stop();
    var query = new TreeMap<String, String>();
    query.put("resourceVersion", Long.toString(Math.max(1, server.store().version() - versions)));
    query.put("resourceVersionMatch", "Exact");
    list(new Query(query));
    follow();
  }

  void before(int number, Runnable step) {
    beforeEvents.put(number, step);
  }

  int stop() {
    watch = Optional.empty();
    return ++connection;
  }

  /// Everything that changed before this moment has been delivered.
  Instant asOf() {
    return undelivered.isEmpty() ? time.now() : undelivered.getFirst();
  }

  void changed(Change change) {
    if (change.resource().equals(all.resource())) {
      moments.put(version(change.object()), time.now());
      follow();
    }
  }

  private void follow() {
    var here = connection;
    for (var event : watch.map(Watch::poll).orElse(List.of())) {
      Optional.ofNullable(beforeEvents.remove(++count)).ifPresent(Runnable::run);
      undelivered.add(moments.getOrDefault(version(event.object()), time.now()));
      lastDue = later(lastDue, burst(time.now().plus(lag)));
      time.at(lastDue, () -> deliver(here, event));
    }
  }

  private static String version(Json.Obj object) {
    return object.object("metadata").text("resourceVersion");
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /// With a long lag several events arrive at the same moment.
  private Instant burst(Instant due) {
    var step = Math.max(1, lag.toMillis() / 2);
    return Instant.ofEpochMilli((due.toEpochMilli() + step - 1) / step * step);
  }

  private void deliver(int here, Watch.Event event) {
    if (here != connection) {
      return;
    }
    undelivered.poll();
    restores.saw(Long.parseLong(version(event.object())));
    var view = channel.reader().apply(event.object());
    if (event.type().equals("DELETED")) {
      channel.feed().deleted(view);
    } else {
      channel.feed().changed(view);
    }
    channel.wake().run();
  }
}
