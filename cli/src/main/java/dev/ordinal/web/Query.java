package dev.ordinal.web;

import dev.ordinal.local.http.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/// The parameters of a request.
record Query(TreeMap<String, String> values) {
  static Query of(HttpRequest request) {
    var values = new TreeMap<String, String>();
    var mark = request.target().indexOf('?');
    if (mark >= 0) {
      for (var pair : request.target().substring(mark + 1).split("&")) {
        var parts = pair.split("=", 2);
        values.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
      }
    }
    return new Query(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }
}
