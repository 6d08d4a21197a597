package dev.ordinal.kube;

import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.Lines;
import dev.ordinal.codec.ListPage;
import dev.ordinal.codec.StringPool;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.ReadFault.Question;
import dev.ordinal.model.View;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Lists and watches the objects of one kind, and turns bytes into views on the way: neither a
/// whole reply nor a whole tree is ever held.
public final class ListWatch<V extends View> {
  private static final int PAGE = 500;
  private static final int LONGEST_REFUSAL = 1 << 16;

  private final Api api;
  private final String path;
  private final Decoder<V> decoder;
  private final StringPool pool = new StringPool();

  /// @param path where the kind lives, such as `/api/v1/pods`, without a query
  public ListWatch(Api api, String path, Decoder<V> decoder) {
    this.api = api;
    this.path = path;
    this.decoder = decoder;
  }

  /// What there is, as of `version`.
  record Listing<V extends View>(List<V> views, long version) {}

  /// A watch that the server accepted.
  interface Watcher<V extends View> {
    void opened();

    void saw(WatchEvent<V> event) throws Refused, IOException;
  }

  /// The server replied, and said no.
  static final class Refused extends Exception {
    private final Question question;
    private final int code;
    private final Optional<Duration> retryAfter;

    Refused(Question question, WatchEvent.Failed<?> status, Optional<Duration> retryAfter) {
      super(status.words());
      this.question = question;
      this.code = status.code();
      this.retryAfter = retryAfter;
    }

    int code() {
      return code;
    }

    Optional<Duration> retryAfter() {
      return retryAfter;
    }

    ReadFault trouble() {
      return ReadFault.refused(question, code, String.valueOf(getMessage()));
    }
  }

  Question question(String verb) {
    return new Question(api.peer(), verb, path);
  }

  /// Everything wanted; the rest of a page is let go before the next one is asked for.
  Listing<V> list(Predicate<V> wanted, Duration patience) throws Unreachable, Refused, IOException {
    var views = new ArrayList<V>();
    var query = path + "?limit=" + PAGE;
    var page = page(query, patience);
    page.views().stream().filter(wanted).forEach(views::add);
    while (!page.next().isEmpty()) {
      var token = URLEncoder.encode(page.next(), StandardCharsets.UTF_8);
      page = page(query + "&continue=" + token, patience);
      page.views().stream().filter(wanted).forEach(views::add);
    }
    return new Listing<>(views, page.version());
  }

  /// The version that the store is at.
  long version(Duration patience) throws Unreachable, Refused, IOException {
    return page(path + "?limit=1", patience).version();
  }

  private ListPage<V> page(String query, Duration patience)
      throws Unreachable, Refused, IOException {
    try (var reply = api.open(Request.get(query), patience)) {
      demandSuccess("list", reply);
      return ListPage.read(reply.body(), decoder, pool);
    }
  }

  /// How to watch: from which version, how long at most, and how long to bear silence.
  record Terms(long version, Duration lasting, Duration patience) {}

  /// Hands on what changes, until the server ends the watch.
  void watch(Terms terms, Watcher<V> watcher) throws Unreachable, Refused, IOException {
    var query =
        "%s?watch=1&allowWatchBookmarks=true&resourceVersion=%d&timeoutSeconds=%d"
            .formatted(path, terms.version(), terms.lasting().toSeconds());
    try (var reply = api.open(Request.get(query), terms.patience())) {
      demandSuccess("watch", reply);
      watcher.opened();
      var lines = new Lines(reply.body());
      while (lines.next()) {
        watcher.saw(WatchEvent.read(lines, decoder, pool));
      }
    }
  }

  private void demandSuccess(String verb, Api.Stream reply) throws Refused, IOException {
    if (reply.code() != 200) {
      var status = WatchEvent.refusal(reply.code(), reply.body().readNBytes(LONGEST_REFUSAL));
      throw new Refused(question(verb), status, reply.retryAfter());
    }
  }
}
