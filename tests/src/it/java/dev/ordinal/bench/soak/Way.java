package dev.ordinal.bench.soak;

import dev.ordinal.e2e.Relay;
import dev.ordinal.rig.ControlPlane;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.Plane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// The way from the controllers to the API server, on which answers are refused and connections are
/// cut.
final class Way implements AutoCloseable {
  private final Plane plane;
  private final Refusing doorman;
  private final Gateway gateway;
  private final int port;
  private Relay relay;

  private Way(Plane plane, Refusing doorman) throws IOException {
    this.plane = plane;
    this.doorman = doorman;
    this.gateway = Gateway.open(plane, doorman);
    this.port = Relay.closedPort();
    this.relay = Relay.open(port, gateway.address());
  }

  static Way open(Plane plane, Random chance) throws IOException {
    return new Way(plane, new Refusing(chance));
  }

  /// Refuses some of the requests while a code is set.
  private static final class Refusing implements Gateway.Doorman {
    private final Random chance;
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
      return code != 0 && chance.nextInt(4) > 0 ? code : 0;
    }
  }

  /// From now on three of four requests are refused with this code; with 0 none is.
  void refuse(int code) {
    doorman.code = code;
  }

  /// Ends all connections, in the middle of whatever they carry.
  void cut() {
    relay.hangUp();
    relay = Relay.open(port, gateway.address());
  }

  void restartApiServer() {
    ((ControlPlane) plane).restartApiServer();
  }

  /// A copy of the kubeconfig that leads here.
  Path route(Path original) {
    try {
      var copy = original.resolveSibling(original.getFileName() + ".soak");
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
