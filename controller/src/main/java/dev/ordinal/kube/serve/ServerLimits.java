package dev.ordinal.kube.serve;

/// What clients of our ports can use up: connections, and the time of a request.
public final class ServerLimits {
  private ServerLimits() {}

  /// The JDK's server has no other way to limit these. It reads them when it is loaded, so each of
  /// our servers sets them before it touches one.
  public static void set() {
    limit("jdk.httpserver.maxConnections", "128");
    limit("sun.net.httpserver.maxIdleConnections", "16");
    limit("sun.net.httpserver.maxReqTime", "10");
    limit("sun.net.httpserver.maxRspTime", "60");
  }

  private static void limit(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
