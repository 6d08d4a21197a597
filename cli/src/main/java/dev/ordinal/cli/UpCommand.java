package dev.ordinal.cli;

import ch.qos.logback.classic.Level;
import dev.ordinal.api.FeatureGates;
import dev.ordinal.cli.tour.Narrator;
import dev.ordinal.cli.tour.Tour;
import dev.ordinal.command.ReadFaultLog;
import dev.ordinal.command.ShutdownHook;
import dev.ordinal.command.Terminal;
import dev.ordinal.command.Version;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.Reflector.Settings;
import dev.ordinal.local.KubeconfigPlace;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.model.FeatureGate;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `ordinal up`
@Command(
    name = "up",
    description = "Run a simulated cluster with the controller, for kubectl, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE = Duration.ofMillis(900);

  @Option(
      names = "--nodes",
      paramLabel = "COUNT",
      converter = Numbers.Nodes.class,
      description = "How many nodes, 1 to 1000. Default: 4.")
  private int nodes = 4;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      converter = Numbers.Speed.class,
      description = "How much faster than real time its time passes, 0.01 to 1000. Default: 1.")
  private double speed = 1;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      converter = Numbers.Seed.class,
      description = "The source of uids and generated names. Default: another one each time.")
  private @Nullable Long seed;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description =
          "The port to listen on. Default: the last one if it is free, else any free one.")
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "The address to listen on. There is no password: every client that reaches it is the"
              + " administrator. Default: loopback only.")
  private @Nullable String listen;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Where to write the kubeconfig. Default: ~/.cache/ordinal/up/kubeconfig, or a temporary"
              + " file while another cluster uses that.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the cluster's state there, and continue from it. Default: it is lost.")
  private @Nullable Path data;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=true|false",
      description = "Switch features of the controller on or off: NAME=true,OTHER=false.")
  private List<String> featureGates = List.of();

  @Option(
      names = "--demo",
      description = "Show a tour first: deploy, scale, canary, update in place, a bad image.")
  private boolean isDemo;

  @Option(
      names = "--no-dashboard",
      description = "Start no dashboard. Default: one starts, and its address is shown.")
  private boolean isWithoutDashboard;

  @Override
  public Integer call() throws InterruptedException {
    var gates = FeatureGates.parse(featureGates);
    gates.remarks().forEach(LOG::warn);
    var place = kubeconfig == null ? KubeconfigPlace.take("up") : none();
    var options =
        options(Optional.ofNullable(kubeconfig).or(() -> place.map(KubeconfigPlace::file)));
    var dashboard = Optional.<DashboardProcess>empty();
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ShutdownHook.awaitStop(stop, stopped)));
    try (var cluster = LocalCluster.start(options);
        var connection = Connection.open(connection(cluster), Version.number());
        var controller = controller(connection, cluster, gates.on())) {
      controller.start();
      cluster.pace().whenChanged(controller::wake);
      dashboard = isWithoutDashboard ? Optional.empty() : DashboardProcess.start(cluster);
      warnOfGuests(cluster);
      if (isDemo) {
        tour(cluster, stop);
      }
      // After Ctrl-C in the middle of the tour no instructions are needed.
      if (isWanted(stop) && endsWithTour()) {
        System.out.println("\nThe tour is over, and the cluster ends with it.");
      } else if (isWanted(stop)) {
        printInstructions(cluster, place.isEmpty());
        printLink(dashboard);
        stop.await();
        System.out.println("Stopping: " + ofState("its state is not kept", "its state goes to "));
      }
    } finally {
      dashboard.ifPresent(DashboardProcess::close);
      place.ifPresent(KubeconfigPlace::close);
      stopped.countDown();
    }
    return 0;
  }

  /// Where the output is not a terminal, no user can take over after the tour.
  private boolean endsWithTour() {
    return isDemo && !Terminal.isThere();
  }

  private String ofState(String lost, String kept) {
    return (data == null ? lost : kept + data) + ".";
  }

  private LocalOptions options(Optional<Path> file) {
    return new LocalOptions(
        nodes,
        speed,
        seed == null ? ThreadLocalRandom.current().nextLong() : seed,
        port,
        Optional.ofNullable(listen),
        file.map(Path::toAbsolutePath),
        Optional.ofNullable(data));
  }

  private static Optional<KubeconfigPlace> none() {
    return Optional.empty();
  }

  private static void warnOfGuests(LocalCluster cluster) {
    findWarning(cluster.listensOn()).ifPresent(LOG::warn);
  }

  /// Only this machine reaches loopback.
  static Optional<String> findWarning(InetAddress address) {
    return address.isLoopbackAddress()
        ? Optional.empty()
        : Optional.of(
            "The cluster listens on %s without a password: every client that reaches this machine can change everything in it."
                .formatted(address.getHostAddress()));
  }

  private static boolean isWanted(CountDownLatch stop) {
    return stop.getCount() > 0;
  }

  private static Connection.Options connection(LocalCluster cluster) {
    return new Connection.Options(
        Optional.of(cluster.kubeconfig()), Optional.empty(), Optional.empty());
  }

  private static Controller controller(
      Connection connection, LocalCluster cluster, Set<FeatureGate> gates) {
    var settings =
        Settings.defaults(new ReadFaultLog(LOG::error, LOG::info)).withClock(cluster.pace());
    return new Controller(connection.api(), Optional.empty(), gates, settings);
  }

  /// Where the output is not a terminal, the tour needs no pauses.
  private static void tour(LocalCluster cluster, CountDownLatch stop) {
    var paint = Paint.forTerminal();
    var pauseLength = Terminal.isThere() ? PAUSE : Duration.ZERO;
    // The log of the controller would interrupt the tour.
    var log = (ch.qos.logback.classic.Logger) LOG;
    var usual = log.getLevel();
    log.setLevel(Level.ERROR);
    Tour.tell(cluster.address(), new Narrator(System.out::println, paint, pauseLength, stop));
    log.setLevel(usual);
    if (isWanted(stop) && Terminal.isThere()) {
      System.out.println("\n" + paint.heading("Your turn") + "\n");
    }
  }

  private void printInstructions(LocalCluster cluster, boolean isBeside) {
    var paint = Paint.forTerminal();
    // A cluster that continues from a folder keeps its nodes.
    var found = cluster.nodes();
    var count = found == 1 ? "1 node" : found + " nodes";
    System.out.printf(
        """
        %s

        %sIn another terminal:

          %s
          %s
          %s
          %s
        %s
        Containers are simulated: nothing runs in the pods. Ctrl-C ends it; %s
        """,
        paint.bold(
            "A simulated cluster with %s and the Ordinal controller, at %s"
                .formatted(count, cluster.address())),
        isBeside && kubeconfig == null ? ownKubeconfig(KubeconfigPlace.usual("up")) + "\n\n" : "",
        paint.green("export KUBECONFIG=" + cluster.kubeconfig()),
        paint.green("kubectl apply -f examples/web.yaml"),
        paint.green("kubectl get asts,pods,pvc"),
        paint.green("kubectl scale asts web --replicas=5"),
        kubectlAdvice(paint),
        ofState("its state is not kept", "its state is kept in "));
    System.out.flush();
  }

  private static void printLink(Optional<DashboardProcess> dashboard) throws InterruptedException {
    var link = dashboard.isEmpty() ? Optional.<String>empty() : dashboard.get().link();
    if (link.isPresent()) {
      System.out.println(
          "\nSee it live in the browser: " + Paint.forTerminal().green(link.get()) + "\n");
    }
  }

  /// Why the cluster does not have the default kubeconfig.
  static String ownKubeconfig(KubeconfigPlace.Usual usual) {
    return usual.isInUse()
        ? "Another cluster runs and uses %s, so this one has a kubeconfig of its own."
            .formatted(usual.file())
        : "%s cannot be written, so the kubeconfig is a temporary file.".formatted(usual.file());
  }

  /// For users without kubectl on their path.
  private static String kubectlAdvice(Paint paint) {
    var isThere =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
    if (isThere) {
      return "";
    }
    return "\nThere is no kubectl on your PATH. "
        + builtKubectl()
            .map(
                folder ->
                    "One was built here: " + paint.green("export PATH=" + folder + ":$PATH") + "\n")
            .orElse(
                "Get it from https://kubernetes.io/docs/tasks/tools, or build it here with"
                    + " tools/build.\n");
  }

  /// The binary that `tools/build` made for the end-to-end tests.
  private static Optional<Path> builtKubectl() {
    try (var folders = Files.list(KubeconfigPlace.cache())) {
      return folders
          .filter(folder -> Files.isExecutable(folder.resolve("kubectl")))
          .max(Comparator.comparingLong(folder -> folder.toFile().lastModified()));
    } catch (java.io.IOException _) {
      return Optional.empty();
    }
  }
}
