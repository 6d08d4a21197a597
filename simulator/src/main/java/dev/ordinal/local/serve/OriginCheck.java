package dev.ordinal.local.serve;

import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Refuses requests from web pages. A page in a browser can reach loopback, but the browser sends
/// its origin; a page whose host name was pointed here (DNS rebinding) sends that name as the host.
/// A request for an address cannot be such a page.
///
/// @param listen the name or address that the user has chosen to listen on
public record OriginCheck(Optional<String> listen) {
  private static final Pattern ADDRESS =
      Pattern.compile("(localhost|\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+])(:\\d{1,5})?");

  Optional<HttpReply> findRefusal(HttpRequest request) {
    if (!request.header("origin").isEmpty()) {
      return refuse("the simulated cluster refuses requests from web pages");
    }
    var host = request.header("host").toLowerCase(Locale.ROOT);
    var isOurs =
        host.isEmpty()
            || ADDRESS.matcher(host).matches()
            || listen.filter(name -> host.replaceFirst(":\\d+$", "").equals(name)).isPresent();
    return isOurs
        ? Optional.empty()
        : refuse("the simulated cluster is not served under this name: use its address");
  }

  private static Optional<HttpReply> refuse(String words) {
    return Optional.of(HttpReply.text(403, words + "\n"));
  }
}
