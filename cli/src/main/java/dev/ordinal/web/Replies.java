package dev.ordinal.web;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Replies with the headers that tell the browser what the page may do: load and run nothing but
/// the dashboard's own files, be framed by no page, and treat no text as markup.
final class Replies {
  static final List<String> HEADERS =
      List.of(
          "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"
              + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
          "X-Content-Type-Options: nosniff",
          "X-Frame-Options: DENY",
          "Referrer-Policy: no-referrer",
          "Cross-Origin-Opener-Policy: same-origin",
          "Cross-Origin-Resource-Policy: same-origin",
          "Permissions-Policy: camera=(), geolocation=(), microphone=()");

  private Replies() {}

  static HttpReply json(Json value) {
    return of(200, "application/json", JsonBytes.write(value), List.of());
  }

  /// A mistake or a refusal, as a sentence for the user.
  static HttpReply error(int code, String sentence) {
    var body = JsonBytes.write(Json.of("error", Json.of(sentence)));
    return of(code, "application/json", body, List.of());
  }

  static HttpReply of(int code, String mediaType, byte[] body, List<String> more) {
    var headers = new ArrayList<>(HEADERS);
    headers.addAll(more);
    return new HttpReply.Whole(code, mediaType, body, headers);
  }

  static HttpReply withHeader(Json value, String header) {
    return of(200, "application/json", JsonBytes.write(value), List.of(header));
  }

  static HttpReply redirect(String place, List<String> more) {
    var headers = new ArrayList<>(HEADERS);
    headers.addAll(more);
    headers.add("Location: " + place);
    return new HttpReply.Whole(303, "text/plain; charset=utf-8", new byte[0], headers);
  }
}
