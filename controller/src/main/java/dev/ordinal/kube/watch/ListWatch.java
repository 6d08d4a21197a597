package dev.ordinal.kube.watch;

import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.Frames;
import dev.ordinal.codec.Lines;
import dev.ordinal.codec.ListPage;
import dev.ordinal.codec.StringPool;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.watch.ReadFault.ReadRequest;
import dev.ordinal.model.View;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lists and watches the objects of one kind, and decodes them while the bytes arrive: neither a
/// whole response nor a whole tree is ever in memory.
public final class ListWatch<V extends View> {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final int PAGE = 500;
  private static final int MAX_REFUSAL = 1 << 16;

  private final Api api;
  private final String path;
  private final Decoder<V> decoder;
  private final StringPool pool = new StringPool();

  /// @param path the path of the kind, such as `/api/v1/pods`, without a query
  public ListWatch(Api api, String path, Decoder<V> decoder) {
    this.api = api;
    this.path = path;
    this.decoder = decoder;
  }

  /// The objects as of `version`, in a list that was begun in `epoch` of its feed.
  record Listing<V extends View>(List<V> views, long version, long epoch) {}

  /// Receives the events of a watch that the server has accepted.
  interface Watcher<V extends View> {
    void opened(Closeable stream) throws IOException;

    void saw(WatchEvent<V> event) throws Refused, IOException;
  }

  /// The server refused the request.
  static final class Refused extends Exception {
    private final ReadRequest request;
    private final int code;
    private final Optional<Duration> retryAfter;

    Refused(ReadRequest request, WatchEvent.Failed<?> status, Optional<Duration> retryAfter) {
      super(status.words());
      this.request = request;
      this.code = status.code();
      this.retryAfter = retryAfter;
    }

    int code() {
      return code;
    }

    Optional<Duration> retryAfter() {
      return retryAfter;
    }

    ReadFault fault() {
      return ReadFault.refused(request, code, String.valueOf(getMessage()));
    }
  }

  ReadRequest request(String verb) {
    return new ReadRequest(api.peer(), verb, path);
  }

  /// All wanted objects; the others of a page are released before the next page is read.
  Listing<V> list(FilteredFeed<V> feed, Duration idleTimeout)
      throws Unreachable, Refused, IOException {
    var epoch = feed.epoch();
    var wanted = feed.wanted();
    var views = new ArrayList<V>();
    var query = path + "?limit=" + PAGE;
    var page = page(query, idleTimeout);
    page.views().stream().filter(wanted).forEach(views::add);
    while (!page.next().isEmpty()) {
      var token = URLEncoder.encode(page.next(), StandardCharsets.UTF_8);
      page = page(query + "&continue=" + token, idleTimeout);
      page.views().stream().filter(wanted).forEach(views::add);
    }
    return new Listing<>(views, page.version(), epoch);
  }

  /// The present version of the store.
  long version(Duration idleTimeout) throws Unreachable, Refused, IOException {
    return page(path + "?limit=1", idleTimeout).version();
  }

  private ListPage<V> page(String query, Duration idleTimeout)
      throws Unreachable, Refused, IOException {
    try (var reply = api.open(get(query), idleTimeout)) {
      requireSuccess("list", reply);
      return isProtobuf(reply)
          ? ListPage.readProtobuf(reply.body(), decoder, pool)
          : ListPage.read(reply.body(), decoder, pool);
    }
  }

  private Request get(String query) {
    var request = Request.get(query);
    return decoder.readsProtobuf() ? request.preferring(PROTOBUF) : request;
  }

  private static boolean isProtobuf(Api.Stream reply) {
    return reply.mediaType().equals(PROTOBUF);
  }

  /// How to watch: from which version, for how long at most, and how long without any event.
  record WatchOptions(long version, Duration timeout, Duration idleTimeout) {}

  /// Passes changes on until the server ends the watch.
  void watch(WatchOptions options, Watcher<V> watcher) throws Unreachable, Refused, IOException {
    var query =
        "%s?watch=1&allowWatchBookmarks=true&resourceVersion=%d&timeoutSeconds=%d"
            .formatted(path, options.version(), options.timeout().toSeconds());
    try (var reply = api.open(get(query), options.idleTimeout())) {
      requireSuccess("watch", reply);
      watcher.opened(reply);
      var events = isProtobuf(reply) ? new Frames(reply.body()) : new Lines(reply.body());
      while (events.next()) {
        watcher.saw(WatchEvent.read(events, decoder, pool));
      }
    }
  }

  private void requireSuccess(String verb, Api.Stream reply) throws Refused, IOException {
    if (reply.code() != 200) {
      var status = WatchEvent.refusal(reply.code(), reply.body().readNBytes(MAX_REFUSAL));
      throw new Refused(request(verb), status, reply.retryAfter());
    }
  }
}
