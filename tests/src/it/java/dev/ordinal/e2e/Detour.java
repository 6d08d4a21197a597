package dev.ordinal.e2e;

import dev.ordinal.rig.ControlPlane;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.Plane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// Another way from the controllers to the API server, on which requests are refused and
/// connections are cut.
public final class Detour implements AutoCloseable {
  private final Plane plane;
  private final Refusing doorman;
  private final Gateway gateway;
  private final int port;
  private final Relay relay;

  private Detour(Plane plane, Refusing doorman) throws IOException {
    this.plane = plane;
    this.doorman = doorman;
    this.gateway = Gateway.open(plane, doorman);
    this.port = Relay.closedPort();
    this.relay = Relay.open(port, gateway.address());
  }

  public static Detour open(Plane plane, Random chance) throws IOException {
    return new Detour(plane, new Refusing(chance));
  }

  /// Refuses some of the requests while a code is set.
  private static final class Refusing implements Gateway.Doorman {
    private final Random chance;
    private final AtomicInteger count = new AtomicInteger();
    private volatile int code;

    Refusing(Random chance) {
      this.chance = chance;
    }

    @Override
    public boolean pass(String method, String uri) {
      return true;
    }

    @Override
    public synchronized int refusal(String method, String uri) {
      if (code == 0 || chance.nextInt(4) == 0) {
        return 0;
      }
      count.incrementAndGet();
      return code;
    }
  }

  /// From now on three of four requests are refused with this code; with 0 none is.
  public void refuse(int code) {
    doorman.code = code;
  }

  /// How many requests have been refused so far.
  int refusals() {
    return doorman.count.get();
  }

  /// Ends all connections, in the middle of whatever they carry.
  public void cut() {
    relay.cut();
  }

  public void restartApiServer() {
    ((ControlPlane) plane).restartApiServer();
  }

  /// A copy of the kubeconfig that leads here.
  public Path route(Path original) {
    try {
      var copy = original.resolveSibling(original.getFileName() + ".detour");
      return Files.writeString(
          copy, Files.readString(original).replace(plane.server(), "http://127.0.0.1:" + port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    relay.close();
    gateway.close();
  }
}
