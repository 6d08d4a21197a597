package dev.ordinal.local.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// Accepts connections, each served by a virtual thread.
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ServerSocket socket;
  private final HttpReply.Handler handler;
  private final Limits limits;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /// How much clients may ask for.
  ///
  /// @param connections further ones are closed at once
  /// @param body the bytes of one: a larger one is refused before it is read
  public record Limits(int connections, int body) {}

  private HttpServer(ServerSocket socket, Limits limits, HttpReply.Handler handler) {
    this.socket = socket;
    this.limits = limits;
    this.handler = handler;
  }

  /// Port 0 means any free one.
  public static HttpServer start(InetAddress address, int port, HttpReply.Handler handler)
      throws IOException {
    var usual = new Limits(Integer.MAX_VALUE, ClientConnection.LARGEST_BODY);
    return start(address, port, usual, handler);
  }

  /// The same, with other limits.
  public static HttpServer start(
      InetAddress address, int port, Limits limits, HttpReply.Handler handler) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    var server = new HttpServer(socket, limits, handler);
    Thread.ofVirtual().name("http").start(server::accept);
    return server;
  }

  public int port() {
    return socket.getLocalPort();
  }

  public InetAddress address() {
    return socket.getInetAddress();
  }

  /// How many clients are connected.
  public int connections() {
    return open.size();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        var client = socket.accept();
        if (open.size() >= limits.connections()) {
          client.close();
          continue;
        }
        open.add(client);
        Thread.ofVirtual().name("client").start(() -> serve(client));
      } catch (IOException _) {
        // Closed, which ends the loop; or out of file descriptors, which is temporary.
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      new ClientConnection(client, limits.body(), handler).serve();
    } catch (IOException _) {
      // The client has disconnected.
    } finally {
      open.remove(client);
    }
  }

  @Override
  public void close() {
    closeQuietly(socket);
    open.forEach(HttpServer::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception _) {
      // There is nothing else to try.
    }
  }
}
