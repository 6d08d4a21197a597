package dev.ordinal.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.web.Dashboard;
import dev.ordinal.web.DashboardOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;

/// A simulated cluster with the controller, the dashboard, and a browser that looks at it.
final class DashboardRig implements AutoCloseable {
  private static final Path SHOTS = Path.of("tests/target/screenshots");
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/default/statefulsets";
  private static final int PATIENCE = 60_000;

  private final LinkedBlockingDeque<String> links = new LinkedBlockingDeque<>();
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final LocalCluster cluster;
  private final Connection connection;
  private final Controller controller;
  private final Dashboard dashboard;
  private final Chromium chromium;

  private DashboardRig(LocalOptions options) throws IOException {
    this.cluster = LocalCluster.start(options);
    this.connection = Connection.withoutCredentials(cluster.address(), Duration.ofSeconds(30));
    var settings = Reflector.Settings.defaults(new Deaf()).withClock(cluster.pace());
    this.controller =
        new Controller(connection.api(), Optional.empty(), FeatureGate.defaults(), settings);
    controller.start();
    var serving = new Dashboard.Serving(DashboardOptions.usual(), "test", cluster.pace());
    this.dashboard = Dashboard.byLink(connection, serving, links::add);
    this.chromium = Chromium.start();
  }

  /// A faulty reader shows in the page.
  private static final class Deaf implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {}

    @Override
    public void recovered(String reader) {}
  }

  static DashboardRig start(LocalOptions options) throws IOException {
    return new DashboardRig(options);
  }

  /// A page of its own browser session, signed in. What it complains about is kept.
  Page open(int width, ColorScheme scheme) {
    var options =
        new Browser.NewContextOptions()
            .setViewportSize(width, width < 600 ? 844 : 860)
            .setColorScheme(scheme);
    BrowserContext context = chromium.browser().newContext(options);
    context.setDefaultTimeout(PATIENCE);
    var page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (List.of("error", "warning").contains(message.type())) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.navigate(links.peekLast());
    return page;
  }

  Page open() {
    return open(1280, ColorScheme.LIGHT);
  }

  Page openSet(String name) {
    var page = open();
    show(page, name);
    return page;
  }

  void show(Page page, String name) {
    page.evaluate("name => { location.hash = '#/default/' + name }", name);
    page.waitForSelector("#main[data-ready=true]");
  }

  /// What the browser reported since the last call: errors of scripts, refused contents.
  List<String> complaints() {
    var all = List.copyOf(complaints);
    complaints.clear();
    return all;
  }

  void shot(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
  }

  /// Creates a set of pods that become ready after a while.
  void create(String name, int replicas, String readyDelay) {
    create(name, replicas, readyDelay, "registry.example/" + name + ":1");
  }

  void create(String name, int replicas, String readyDelay, String image) {
    var set =
        """
        {"apiVersion":"apps.kruise.io/v1beta1","kind":"StatefulSet",
         "metadata":{"name":"NAME"},
         "spec":{"replicas":%d,"serviceName":"NAME","podManagementPolicy":"Parallel",
          "selector":{"matchLabels":{"app":"NAME"}},
          "updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":2}},
          "template":{"metadata":{"labels":{"app":"NAME"},
            "annotations":{"sim.ordinal.dev/ready-delay":"%s"}},
           "spec":{"containers":[{"name":"app","image":"%s"}]}}}}
        """
            .formatted(replicas, readyDelay, image)
            .replace("NAME", name);
    send(Api.Request.post(SETS, set));
  }

  void patch(String name, String body) {
    send(Api.Request.mergePatch(SETS + "/" + name, body));
  }

  Path kubeconfig() {
    return cluster.kubeconfig();
  }

  void delete(String pod) {
    send(Api.Request.delete("/api/v1/namespaces/default/pods/" + pod, "{}"));
  }

  private void send(Api.Request request) {
    try {
      var reply = connection.api().send(request);
      if (!reply.isSuccess()) {
        throw new AssertionError(request + ": " + reply.text());
      }
    } catch (Api.Unreachable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    chromium.close();
    dashboard.close();
    controller.close();
    connection.close();
    cluster.close();
  }
}
