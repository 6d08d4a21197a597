package dev.ordinal.kube.serve;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads an address to listen on as Kubernetes components write it.
public final class BindAddress {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.%\\w]+]|[^:\\[\\]]*):(\\d{1,5})");
  private static final int LAST_PORT = 65535;

  private BindAddress() {}

  /// `:8080` is every address of the machine, `127.0.0.1:8080` and `[::1]:8080` one of them; `0` is
  /// none.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static Optional<InetSocketAddress> parse(String flag, String text) {
    if (text.equals("0")) {
      return Optional.empty();
    }
    var found = FORM.matcher(text);
    if (!found.matches() || Integer.parseInt(found.group(2)) > LAST_PORT) {
      throw new IllegalArgumentException(
          "%s %s is no address: write :8080, 127.0.0.1:8080 or [::1]:8080, or 0 for none."
              .formatted(flag, text));
    }
    var port = Integer.parseInt(found.group(2));
    var host = found.group(1).replaceAll("[\\[\\]]", "");
    var address = host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "%s %s has a host name that does not resolve.".formatted(flag, text));
    }
    return Optional.of(address);
  }
}
