package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A real Kubernetes control plane on loopback: etcd, API server, controller-manager and scheduler,
/// each on a free port and in a new folder, which is removed when closed.
public final class ControlPlane implements Plane {
  private static final Duration START_LIMIT = Duration.ofMinutes(4);
  private static final Duration FAREWELL = Duration.ofSeconds(4);
  private static final String NATIVE_CONTROLLER = "statefulset-controller";

  private final Settings settings;
  private final Path note;
  private final List<Component> components = new CopyOnWriteArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread hook = new Thread(this::stop, "control-plane-stop");

  private ControlPlane(Settings settings) {
    this.settings = settings;
    this.note = StaleControlPlanes.ofThisUser().note(settings.folder());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// Starts all components and returns when each of them serves; reports one line each to
  /// `progress`.
  public static ControlPlane start(Consumer<String> progress) {
    StaleControlPlanes.ofThisUser().reap();
    try {
      var folder = Files.createTempDirectory("ordinal-");
      var settings = new Settings(Binaries.folder(), folder, freePorts());
      settings.write();
      var plane = new ControlPlane(settings);
      try {
        plane.startAll(progress);
      } catch (RuntimeException | AssertionError e) {
        plane.close();
        throw e;
      }
      return plane;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the control plane", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make keys", e);
    }
  }

  private void startAll(Consumer<String> progress) {
    var begin = System.nanoTime();
    Consumer<String> tell =
        text -> progress.accept("%-24s %.1f s".formatted(text, (System.nanoTime() - begin) / 1e9));
    // The API server itself waits for etcd.
    run("etcd", settings.etcd());
    run("kube-apiserver", settings.apiServer());
    await("etcd, kube-apiserver", settings.apiServerHealth(), tell);
    run("kube-controller-manager", settings.controllerManager());
    run("kube-scheduler", settings.scheduler());
    await("kube-controller-manager", settings.controllerManagerHealth(), tell);
    await("kube-scheduler", settings.schedulerHealth(), tell);
  }

  /// Restores the store to its state before `change`, as from a backup, and starts all components
  /// again.
  public void undo(Runnable future) throws IOException {
    endAll();
    StaleControlPlanes.copy(settings.store(), settings.backup());
    startAll(_ -> {});
    future.run();
    endAll();
    StaleControlPlanes.remove(settings.store());
    Files.move(settings.backup(), settings.store());
    startAll(_ -> {});
  }

  /// Ends the API server alone, and starts it again on the same port.
  public void restartApiServer() {
    end(component("kube-apiserver"));
    run("kube-apiserver", settings.apiServer());
    await("kube-apiserver", settings.apiServerHealth(), _ -> {});
  }

  /// Gives the native controller of StatefulSets a process of its own, so that what it costs can be
  /// measured. Its [#pid] is that of `statefulset-controller`. Of two flags the last counts.
  public void runNativeControllerApart(String... more) {
    end(component("kube-controller-manager"));
    run("kube-controller-manager", settings.otherControllers());
    await("kube-controller-manager", settings.controllerManagerHealth(), _ -> {});
    startNativeController(more);
  }

  public void startNativeController(String... more) {
    var command = new ArrayList<>(settings.nativeController());
    command.addAll(List.of(more));
    run(NATIVE_CONTROLLER, command);
  }

  public void stopNativeController() {
    end(component(NATIVE_CONTROLLER));
  }

  public long pid(String component) {
    return component(component).process().pid();
  }

  private Component component(String name) {
    return components.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private void endAll() {
    components.reversed().forEach(this::end);
  }

  /// No longer ours when it ends, so that its end is not reported.
  private void end(Component component) {
    components.remove(component);
    component.terminate();
    component.awaitEnd(FAREWELL);
  }

  private void run(String name, List<String> command) {
    var component = Component.start(name, settings.folder(), command);
    components.add(component);
    // Tests that fail hours later would not show the cause.
    var _ = component.process().onExit().thenAccept(_ -> complain(component));
  }

  private void complain(Component component) {
    if (!closed.get() && components.contains(component)) {
      System.err.println(component.name() + " ended by itself; its log: " + component.log());
    }
  }

  private void await(String what, Settings.Health health, Consumer<String> tell) {
    Await.until(
        what,
        START_LIMIT,
        () -> {
          components.forEach(Component::requireAlive);
          return HealthCheck.passes(health.address(), health.certificate());
        });
    tell.accept(what);
  }

  @Override
  public ClusterKind ground() {
    return ClusterKind.REAL;
  }

  @Override
  public String server() {
    return settings.server();
  }

  @Override
  public HttpClient client() {
    return HttpClient.newBuilder().sslContext(Tls.trusting(settings.certificate())).build();
  }

  @Override
  public Path kubeconfig(User user) {
    return settings.kubeconfig(user);
  }

  @Override
  public Path kubectl() {
    return Path.of(settings.binary("kubectl"));
  }

  @Override
  public Path auditLog() {
    return settings.auditLog();
  }

  @Override
  public Path folder() {
    return settings.folder();
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook has run or is running.
      return;
    }
  }

  /// Clients first, the store last, so that no component logs a missing server.
  private void stop() {
    if (closed.getAndSet(true)) {
      return;
    }
    for (var component : components.reversed()) {
      component.terminate();
    }
    for (var component : components.reversed()) {
      component.awaitEnd(FAREWELL);
    }
    StaleControlPlanes.remove(settings.folder());
    StaleControlPlanes.remove(note);
  }

  /// All are held open until the last is known, or one would be handed out twice.
  private static Settings.Ports freePorts() throws IOException {
    try (var a = freePort();
        var b = freePort();
        var c = freePort();
        var d = freePort();
        var e = freePort()) {
      return new Settings.Ports(
          a.getLocalPort(), b.getLocalPort(), c.getLocalPort(), d.getLocalPort(), e.getLocalPort());
    }
  }

  /// Below the range that outgoing connections draw from: one of those could take the port in the
  /// moment before its component does.
  public static ServerSocket freePort() throws IOException {
    for (var attempt = 0; attempt < 100; attempt++) {
      var port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException _) {
        // In use; the next one may not be.
      }
    }
    throw new IOException("no free port between 10000 and 32000");
  }
}
