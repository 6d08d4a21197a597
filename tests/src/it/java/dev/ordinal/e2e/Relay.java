package dev.ordinal.e2e;

import dev.ordinal.rig.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A port of our own before the API server, which a test opens when it likes.
public final class Relay implements AutoCloseable {
  private final ServerSocket socket;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private volatile boolean isMute;

  private Relay(ServerSocket socket) {
    this.socket = socket;
  }

  /// A port without a listener.
  public static int closedPort() {
    try (var found = ControlPlane.freePort()) {
      return found.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Takes connections on the port and passes everything on to the server.
  public static Relay open(int port, String server) {
    var relay = new Relay(listen(port));
    var target = URI.create(server);
    Thread.startVirtualThread(
        () -> relay.serve(new InetSocketAddress(target.getHost(), target.getPort())));
    return relay;
  }

  /// From now on drops everything, silently.
  public void mute() {
    isMute = true;
  }

  private static ServerSocket listen(int port) {
    try {
      var socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on " + port, e);
    }
  }

  private void serve(InetSocketAddress target) {
    try {
      while (true) {
        var near = socket.accept();
        var far = new Socket(target.getAddress(), target.getPort());
        open.addAll(List.of(near, far));
        Thread.startVirtualThread(() -> pass(near, far));
        Thread.startVirtualThread(() -> pass(far, near));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      var buffer = new byte[8192];
      for (var count = 0; count >= 0; count = from.getInputStream().read(buffer)) {
        if (!isMute) {
          to.getOutputStream().write(buffer, 0, count);
        }
      }
    } catch (IOException _) {
      // One side went; so does the other.
    }
  }

  @Override
  public void close() {
    hangUp();
  }

  /// Ends all connections and takes no more.
  public void hangUp() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }

  /// Ends all connections; new ones can be made at once.
  void cut() {
    var ended = List.copyOf(open);
    open.removeAll(ended);
    for (var each : ended) {
      try {
        each.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
