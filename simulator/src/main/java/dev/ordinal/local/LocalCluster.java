package dev.ordinal.local;

import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpServer;
import dev.ordinal.local.loop.EventLoop;
import dev.ordinal.local.loop.ScaledClock;
import dev.ordinal.local.serve.ApiHandler;
import dev.ordinal.local.serve.OriginCheck;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterOptions.Capacity;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.virtual.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// A running simulated cluster: API server, nodes and volumes behind HTTP, in real time. The
/// controller is not part of it; it connects like any other client.
public final class LocalCluster implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final ApiServer server;
  private final ClusterSimulation cluster;
  private final EventLoop loop;
  private final ApiHandler handler;
  private final HttpServer http;
  private final Path kubeconfig;
  private final Optional<FolderLock> lock;
  private final Optional<StateWriter> stateWriter;
  private final boolean isTemporary;

  private LocalCluster(LocalOptions options, UnaryOperator<HttpReply.Handler> door)
      throws IOException {
    this.lock = options.folder().map(FolderLock::take);
    var archive = options.folder().map(StateFile::new);
    var state = archive.flatMap(StateFile::read);
    var pace = ScaledClock.from(state.map(StateFile::time).orElse(Instant.EPOCH), options.speed());
    var time = new Timeline(pace.instant());
    // The same seed after a restart must not give the same uids again.
    var random = new Random(options.seed() + state.map(StateFile::version).orElse(0L));
    this.server = new ApiServer(Registry.natives(), random);
    state.ifPresent(kept -> StateFile.restore(kept, server));
    var definitions = new Definitions(server, time);
    this.cluster = new ClusterSimulation(server, time, clusterOptions(options));
    populate(time.now());
    if (state.isPresent()) {
      server.registry().stored().forEach(server.store()::announce);
    }
    this.loop = new EventLoop(time, pace);
    this.handler = new ApiHandler(loop, server, cluster.chaos(), new OriginCheck(options.listen()));
    definitions.whenEnded(handler::endWatches);
    this.http = listen(options, door.apply(handler));
    this.isTemporary = options.kubeconfig().isEmpty();
    this.kubeconfig = options.kubeconfig().orElseGet(Kubeconfig::temporary);
    this.stateWriter = archive.map(found -> new StateWriter(found, loop, server));
  }

  private static ClusterOptions clusterOptions(LocalOptions options) {
    return ClusterOptions.of(options.nodes())
        .withEvents()
        .with(options.isUnlimited() ? Capacity.UNLIMITED : Capacity.NORMAL);
  }

  /// Starts a cluster and returns when it can be used.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when the options are wrong
  public static LocalCluster start(LocalOptions options) {
    return start(options, UnaryOperator.identity());
  }

  /// The same, with a handler in front of the server that sees each request and reply first.
  public static LocalCluster start(LocalOptions options, UnaryOperator<HttpReply.Handler> door) {
    try {
      var cluster = new LocalCluster(options, door);
      try {
        cluster.loop.start();
        Kubeconfig.write(cluster.kubeconfig, cluster.address());
        cluster.stateWriter.ifPresent(StateWriter::start);
        return cluster;
      } catch (IllegalArgumentException e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpServer listen(LocalOptions options, HttpReply.Handler handler)
      throws IOException {
    var address = address(options.listen());
    var before = options.kubeconfig().map(Kubeconfig::port).orElse(0);
    if (options.port() == 0 && before != 0) {
      try {
        return HttpServer.start(address, before, handler);
      } catch (IOException _) {
        // Another process has the port now: any other will do.
      }
    }
    try {
      return HttpServer.start(address, options.port(), handler);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Port %d of %s cannot be used (%s): choose another with --port."
              .formatted(options.port(), address.getHostAddress(), e.getMessage()),
          e);
    }
  }

  private static InetAddress address(Optional<String> listen) throws IOException {
    if (listen.isEmpty()) {
      return InetAddress.getByAddress(LOOPBACK);
    }
    try {
      return InetAddress.getByName(listen.get());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "--listen needs an address of this machine, which %s is not.".formatted(listen.get()), e);
    }
  }

  private void populate(Instant now) {
    new BootstrapObjects(server, now).create(OwnDefinitions.all());
  }

  /// Its address for clients on this machine, such as `http://127.0.0.1:8001`.
  public String address() {
    var host = http.address().isAnyLocalAddress() ? "127.0.0.1" : http.address().getHostAddress();
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, http.port());
  }

  /// The address that it listens on: loopback unless an option sets another.
  public InetAddress listensOn() {
    return http.address();
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  /// The cluster's clock.
  public ScaledClock pace() {
    return loop.pace();
  }

  /// The only access to the model: [#cluster] and [#server] are used on the event loop alone.
  public EventLoop loop() {
    return loop;
  }

  public ClusterSimulation cluster() {
    return cluster;
  }

  public ApiServer server() {
    return server;
  }

  /// How many nodes there are.
  public int nodes() {
    var all = server.target("v1", "nodes", "", "").resource();
    return loop.ask(_ -> server.store().all(all).size());
  }

  /// How many clients are connected.
  public int connections() {
    return http.connections();
  }

  /// How many watches are open.
  public int watches() {
    return handler.watches();
  }

  @Override
  public void close() {
    http.close();
    stateWriter.ifPresent(StateWriter::close);
    lock.ifPresent(FolderLock::close);
    loop.close();
    if (isTemporary) {
      Kubeconfig.removeTemporary(kubeconfig);
    }
  }
}
