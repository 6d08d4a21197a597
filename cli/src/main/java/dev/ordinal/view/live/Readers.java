package dev.ordinal.view.live;

import dev.ordinal.codec.Decoder;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.watch.FilteredFeed;
import dev.ordinal.kube.watch.ListWatch;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
import java.util.Optional;

/// Makes the readers of one look at a cluster.
///
/// @param namespace the only one to read; empty for all
/// @param changed runs after each list and event
record Readers(Api api, Optional<String> namespace, Runnable changed) {

  /// A kind, by its place below the API server.
  <V extends View> Reflector<V> of(
      Path path, Decoder<V> decoder, Feed<V> feed, Reflector.Listener listener) {
    var place = path.isNamespaced() ? namespace.map(name -> "/namespaces/" + name).orElse("") : "";
    var source = new ListWatch<>(api, path.group() + place + "/" + path.plural(), decoder);
    return new Reflector<>(
        source,
        new FilteredFeed<>(_ -> true, feed, changed),
        Reflector.Settings.defaults(listener));
  }

  /// Where a kind is served, such as `/api/v1` and `pods`.
  record Path(String group, String plural, boolean isNamespaced) {}
}
