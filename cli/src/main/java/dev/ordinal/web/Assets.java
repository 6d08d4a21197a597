package dev.ordinal.web;

import dev.ordinal.local.http.HttpReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The files of the page, which hold no secrets. They are read once, by name: no path of a request
/// reaches the file system.
final class Assets {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");
  private static final List<String> FILES =
      List.of(
          "index.html",
          "style.css",
          "page.css",
          "icon.svg",
          "app.js",
          "dom.js",
          "live.js",
          "words.js",
          "list.js",
          "set.js",
          "grid.js",
          "pod.js",
          "timeline.js",
          "tabs.js",
          "dialog.js",
          "change.js",
          "forecast.js",
          "faults.js",
          "keys.js",
          "theme.js");

  private final Map<String, byte[]> files =
      FILES.stream().collect(Collectors.toUnmodifiableMap(name -> "/" + name, Assets::read));

  Optional<HttpReply> find(String path) {
    var name = path.equals("/") ? "/index.html" : path;
    var body = files.get(name);
    return body == null
        ? Optional.empty()
        : Optional.of(Replies.of(200, type(name), body, List.of()));
  }

  private static String type(String name) {
    return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
  }

  private static byte[] read(String name) {
    try (var in = Assets.class.getResourceAsStream("/web/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the program: build it again");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
