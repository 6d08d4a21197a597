package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.ControlPlane;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// One controller on a control plane of its own, with an empty store and without client limits.
final class Contender implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Peer peer;
  private final Rig rig;
  private final ControlPlane plane;
  private final Path folder;
  /// The native controller runs beside each of the others too.
  private final int nativeMetrics = freePort();

  private final int metrics = freePort();
  private final int profiler = freePort();
  private Optional<Kruise> kruise = Optional.empty();
  private Optional<ControllerProcess> ours = Optional.empty();
  private Path collections = Path.of("");
  private int starts;
  private long pid;

  private Contender(Peer peer, Rig rig, ControlPlane plane, Path folder) {
    this.peer = peer;
    this.rig = rig;
    this.plane = plane;
    this.folder = folder;
  }

  static Contender start(Peer peer, Path folder) {
    var rig = peer == Peer.KRUISE ? Rig.startBare() : Rig.start(line -> {});
    if (!(rig.plane() instanceof ControlPlane plane)) {
      throw new IllegalStateException("the benchmark needs the real control plane");
    }
    var contender = new Contender(peer, rig, plane, folder);
    plane.runNativeControllerApart(contender.nativeFlags());
    if (peer == Peer.NATIVE || peer == Peer.LIMITED) {
      contender.awaitNative();
    } else {
      contender.startController();
    }
    return contender;
  }

  private String[] nativeFlags() {
    var flags = new ArrayList<String>();
    if (peer == Peer.LIMITED) {
      flags.addAll(List.of("--kube-api-qps=20", "--kube-api-burst=30"));
    }
    flags.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--secure-port=" + nativeMetrics,
            "--cert-dir=" + plane.folder().resolve("native"),
            "--authorization-always-allow-paths=/metrics,/debug/pprof/heap"));
    return flags.toArray(String[]::new);
  }

  private String[] kruiseFlags() {
    return new String[] {
      "--rest-config-qps=1000",
      "--rest-config-burst=2000",
      "--statefulset-workers=5",
      "--metrics-addr=127.0.0.1:" + metrics,
      "--enable-pprof=true",
      "--pprof-addr=127.0.0.1:" + profiler
    };
  }

  /// Starts it, or starts it again.
  void startController() {
    switch (peer) {
      case NATIVE, LIMITED -> {
        plane.startNativeController(nativeFlags());
        awaitNative();
      }
      case KRUISE -> {
        if (kruise.isPresent()) {
          kruise.get().startAgain();
        } else {
          kruise = Optional.of(Kruise.install(rig, kruiseFlags()));
        }
        pid = kruise.orElseThrow().pid();
      }
      case ORDINAL -> startOurs();
    }
  }

  /// It serves its metrics before it begins to work.
  private void awaitNative() {
    pid = plane.pid("statefulset-controller");
    Await.until("the native controller", PATIENCE, this::isServing);
  }

  private boolean isServing() {
    try {
      return vitals().read().heapBytes() > 0;
    } catch (IllegalStateException _) {
      return false;
    }
  }

  private void startOurs() {
    starts++;
    collections = folder.resolve("collections-" + plane.pid("etcd") + "-" + starts + ".log");
    var process = Shipped.find().start(plane, folder, collections);
    ours = Optional.of(process);
    pid = process.pid();
  }

  void stopController() {
    switch (peer) {
      case NATIVE, LIMITED -> plane.stopNativeController();
      case KRUISE -> kruise.ifPresent(Kruise::stop);
      case ORDINAL -> ours.ifPresent(ControllerProcess::stop);
    }
  }

  /// Runs something while the controller does not run; its webhooks would refuse that.
  void whileStopped(Runnable act) {
    stopController();
    var saved = new HashMap<String, List<Json>>();
    for (var kind : List.of("validating", "mutating")) {
      var path = "/apis/admissionregistration.k8s.io/v1/%swebhookconfigurations".formatted(kind);
      saved.put(path, Api.required(rig.api().fetch(path), path).items("items"));
      saved.get(path).forEach(each -> rig.api().delete(path + "/" + name(each), Json.EMPTY));
    }
    act.run();
    saved.forEach(
        (path, all) ->
            all.forEach(each -> Api.required(rig.api().create(path, plain(each)), path)));
  }

  private static String name(Json object) {
    return ((Json.Obj) object).object("metadata").text("name");
  }

  /// Of the annotations kruise-manager makes the addresses of its webhooks when it starts.
  private static Json.Obj plain(Json object) {
    var meta = ((Json.Obj) object).object("metadata");
    var kept =
        Json.of("name", Json.of(name(object))).with("annotations", meta.object("annotations"));
    return ((Json.Obj) object).with("metadata", kept);
  }

  Peer peer() {
    return peer;
  }

  Rig rig() {
    return rig;
  }

  /// What the controller and the API server have used so far.
  Usage usage() {
    return Usage.of(pid, plane.pid("kube-apiserver"));
  }

  Usage usageOfServer() {
    return Usage.ofServer(plane.pid("kube-apiserver"));
  }

  Vitals.Source vitals() {
    return switch (peer) {
      case NATIVE, LIMITED -> {
        var address = "https://127.0.0.1:" + nativeMetrics;
        var certificate = plane.folder().resolve("native/kube-controller-manager.crt");
        yield new GoVitals(
            () -> HttpClient.newBuilder().sslContext(Tls.trusting(certificate)).build(),
            address + "/metrics",
            address);
      }
      case KRUISE ->
          new GoVitals(
              HttpClient::newHttpClient,
              "http://127.0.0.1:" + metrics + "/metrics",
              "http://127.0.0.1:" + profiler);
      case ORDINAL -> new JvmVitals(pid, collections);
    };
  }

  /// Returns when the controller has been quiet for two seconds.
  void settle() {
    var last = new Duration[] {usage().controller()};
    var since = new long[] {System.nanoTime()};
    Await.until(
        peer.label() + " at rest",
        PATIENCE,
        () -> {
          if (System.nanoTime() - since[0] < 2_000_000_000L) {
            return false;
          }
          var now = usage().controller();
          var isQuiet = now.minus(last[0]).toMillis() <= 40;
          last[0] = now;
          since[0] = System.nanoTime();
          return isQuiet;
        });
  }

  private static int freePort() {
    try (var free = ControlPlane.freePort()) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    ours.ifPresent(ControllerProcess::close);
    kruise.ifPresent(Kruise::close);
    rig.close();
  }
}
