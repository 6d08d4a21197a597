package dev.ordinal.local.http;

import java.util.SortedMap;

/// A request as it arrived. Names of headers are in lower case; the target carries the query.
@SuppressWarnings("ArrayRecordComponent") // never compared, and not copied on purpose
public record HttpRequest(
    String method, String target, SortedMap<String, String> headers, byte[] body) {
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /// Without the query.
  public String path() {
    var mark = target.indexOf('?');
    return mark < 0 ? target : target.substring(0, mark);
  }
}
