package dev.ordinal.web.guard;

import dev.ordinal.local.http.HttpRequest;
import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Refuses requests that a page of another site may have sent: those for a host name that is not
/// ours, which stops names that were pointed at this machine, and changes from another origin.
///
/// @param origins where the dashboard is reached, such as `http://127.0.0.1:8440`
public record OriginGate(Set<String> origins) {
  private static final Set<String> READS = Set.of("GET", "HEAD");

  public OriginGate {
    origins =
        origins.stream()
            .map(origin -> origin.toLowerCase(Locale.ROOT).replaceFirst("/+$", ""))
            .collect(Collectors.toUnmodifiableSet());
  }

  /// The names of loopback at this port, and those that the user has given.
  public static OriginGate of(int port, Collection<String> given) {
    var local =
        Stream.of("127.0.0.1", "localhost", "[::1]")
            .map(name -> "http://%s:%d".formatted(name, port));
    return new OriginGate(Stream.concat(local, given.stream()).collect(Collectors.toSet()));
  }

  /// A sentence for the client, if the request is refused.
  public Optional<String> findRefusal(HttpRequest request) {
    if (!isOurHost(request.header("host"))) {
      return Optional.of(
          "The dashboard is not served under this name: use its address, or name it with"
              + " --origin.");
    }
    if (READS.contains(request.method())) {
      return Optional.empty();
    }
    var site = request.header("sec-fetch-site");
    if (!site.isEmpty() && !site.equals("same-origin")) {
      return Optional.of("Changes are accepted from the dashboard's own page only.");
    }
    if (!origins.contains(request.header("origin").toLowerCase(Locale.ROOT))) {
      return Optional.of("Changes are accepted from the dashboard's own page only.");
    }
    return request.header("content-type").startsWith("application/json")
        ? Optional.empty()
        : Optional.of("The body of a change is JSON.");
  }

  private boolean isOurHost(String host) {
    var wanted = host.toLowerCase(Locale.ROOT);
    return origins.stream().anyMatch(origin -> authority(origin).equals(wanted));
  }

  private static String authority(String origin) {
    var found = URI.create(origin).getAuthority();
    return found == null ? "" : found;
  }
}
