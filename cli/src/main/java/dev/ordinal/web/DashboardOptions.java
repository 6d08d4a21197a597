package dev.ordinal.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/// How the dashboard is served.
///
/// @param port 0 for any free one
/// @param origins where it is reached besides loopback, such as `https://ordinal.example.com`
/// @param namespace the only one to show; empty for all
/// @param isReadOnly whether changes are refused
public record DashboardOptions(
    InetAddress address,
    int port,
    List<String> origins,
    Optional<String> namespace,
    boolean isReadOnly) {
  public DashboardOptions {
    origins = List.copyOf(origins);
  }

  /// On loopback, any free port, all namespaces, with changes.
  public static DashboardOptions usual() {
    return new DashboardOptions(
        InetAddress.getLoopbackAddress(), 0, List.of(), Optional.empty(), false);
  }

  public DashboardOptions readOnly() {
    return new DashboardOptions(address, port, origins, namespace, true);
  }
}
