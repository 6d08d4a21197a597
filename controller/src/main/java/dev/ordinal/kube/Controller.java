package dev.ordinal.kube;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.PacedApi;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.Heartbeat;
import dev.ordinal.kube.serve.Vitals;
import dev.ordinal.kube.watch.FilteredFeed;
import dev.ordinal.kube.watch.ListWatch;
import dev.ordinal.kube.watch.OptionalKind;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.kube.watch.Reflector.Settings;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import dev.ordinal.run.ask.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Runs the controller: reflectors fill the engine, and each set or job that has its turn gets a
/// virtual thread that plans it and carries out the plan.
public final class Controller implements AutoCloseable {
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

  private final WakeSignal signal = new WakeSignal();
  private final Engine engine = new Engine();
  private final InstantSource clock;
  private final List<Reflector<?>> reflectors;
  private final EventWriter events;
  private final Worker worker;
  private final OnDemandReflector nodes;
  private final OnDemandReflector otherPods;
  private final BooleanSupplier mayAct;
  private final RunningTurns running = new RunningTurns();
  private final ExecutorService turns = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread dispatcher = Thread.ofVirtual().name("dispatcher").unstarted(this::run);
  private final Heartbeat heartbeat;

  /// Which sets and jobs are managed, and how.
  ///
  /// @param namespace the only one to manage; empty for the whole cluster
  /// @param gates the enabled ones
  /// @param mayAct whether turns may begin now; if not, everything is observed and nothing done
  public record Scope(Optional<String> namespace, Set<FeatureGate> gates, BooleanSupplier mayAct) {}

  /// Its metrics are not served.
  public Controller(
      Api api, Optional<String> namespace, Set<FeatureGate> gates, Settings settings) {
    this(api, new Scope(namespace, gates, () -> true), settings, Metrics.withDefaults());
  }

  public Controller(Api connection, Scope scope, Settings given, Metrics metrics) {
    var api = metrics.measure(connection);
    var settings = given.withListener(metrics.measure(given.listener()));
    var namespace = scope.namespace();
    var gates = scope.gates();
    this.mayAct = scope.mayAct();
    this.clock = settings.clock();
    this.heartbeat = new Heartbeat(clock.instant());
    engine.observe(metrics.queue());
    this.events = new EventWriter(api, clock);
    var sets = Decoder.ofTree(new SetParser(gates)::parse);
    var sender = new RequestSender(new PacedApi(api, InstantSource.system()), sets);
    this.worker = new Worker(new Worker.Parts(engine, sender, events), clock, metrics);
    var reflectors = new Reflectors(api, namespace, settings, signal::wake);
    this.nodes = new OnDemandReflector(nodes(api, settings), engine::needsNodes);
    this.otherPods =
        new OnDemandReflector(
            reflectors.of(Kind.POD, new PodReader(), pod -> !mayConcernUs(pod), engine.otherPods()),
            engine::needsOtherPods);
    this.reflectors =
        new ArrayList<>(
            List.of(
                reflectors.of(Kind.SET, sets, _ -> true, engine.sets()),
                reflectors.of(Kind.POD, new PodReader(), Controller::mayConcernUs, engine.pods()),
                reflectors.of(Kind.CLAIM, new ClaimReader(), _ -> true, engine.claims()),
                reflectors.of(
                    Kind.REVISION,
                    new RevisionReader(),
                    Controller::mayConcernUs,
                    engine.revisions()),
                classes(api, settings)));
    if (gates.contains(FeatureGate.IMAGE_PULL_JOB)
        || gates.contains(FeatureGate.IMAGE_PREDOWNLOAD)) {
      this.reflectors.add(jobs(api, namespace, settings));
    }
  }

  /// With permissions in one namespace only, cluster-scoped kinds may be refused.
  private Reflector<ClassView> classes(Api api, Settings settings) {
    var listener =
        new OptionalKind(
            settings.listener(), "the volumes of sets do not grow", this::makeClassesOptional);
    return new Reflectors(api, Optional.empty(), settings.withListener(listener), signal::wake)
        .of(Kind.CLASS, new ClassReader(), _ -> true, engine.classes());
  }

  private void makeClassesOptional() {
    engine.makeClassesOptional();
    signal.wake();
  }

  /// Without the resource, or without permission to read it, sets work as usual.
  private Reflector<JobView> jobs(Api api, Optional<String> namespace, Settings settings) {
    var listener =
        new OptionalKind(settings.listener(), "ImagePullJobs are not carried out", () -> {});
    return new Reflectors(api, namespace, settings.withListener(listener), signal::wake)
        .of(Kind.JOB, RequestSender.JOBS, _ -> true, engine.jobs());
  }

  private Reflector<NodeView> nodes(Api api, Settings settings) {
    var consequence = "ImagePullJobs work by podSelector only";
    var listener = new OptionalKind(settings.listener(), consequence, () -> {});
    return new Reflectors(api, Optional.empty(), settings.withListener(listener), signal::wake)
        .of(Kind.NODE, new NodeReader(), _ -> true, engine.nodes());
  }

  /// A reflector that starts when the first job needs its kind.
  private static final class OnDemandReflector {
    private final Reflector<?> reader;
    private final BooleanSupplier isNeeded;
    private boolean isStarted;

    OnDemandReflector(Reflector<?> reader, BooleanSupplier isNeeded) {
      this.reader = reader;
      this.isNeeded = isNeeded;
    }

    void startIfNeeded() {
      if (!isStarted && isNeeded.getAsBoolean()) {
        isStarted = true;
        reader.start();
      }
    }
  }

  private record Reflectors(Api api, Optional<String> namespace, Settings settings, Runnable wake) {
    <V extends View> Reflector<V> of(
        Kind kind, Decoder<V> decoder, Predicate<V> wanted, Feed<V> feed) {
      var source = new ListWatch<>(api, Paths.all(kind, namespace), decoder);
      return new Reflector<>(source, new FilteredFeed<>(wanted, feed, wake), settings);
    }
  }

  /// Of the objects of other controllers only those are kept whose names may collide with pods of a
  /// set or job: a busy cluster has tens of thousands of other pods.
  static boolean mayConcernUs(View view) {
    var controller = view.meta().controller();
    return controller.isEmpty()
        || controller.get().kind().equals(Names.KIND)
        || controller.get().kind().equals(Names.JOB_KIND)
        || (view instanceof PodView pod && isNumbered(pod.name()));
  }

  /// The name could be that of a set's pod.
  private static boolean isNumbered(String name) {
    return Names.ordinal(name.substring(0, Math.max(0, name.lastIndexOf('-'))), name) >= 0;
  }

  public void start() {
    reflectors.forEach(Reflector::start);
    dispatcher.start();
  }

  /// Reads everything again, because another controller may have acted until now: watches may not
  /// have shown its last writes yet. Turns that were begun before end first.
  public void takeOver() throws InterruptedException {
    running.awaitNone();
    engine.forgetAll();
    reflectors.forEach(Reflector::listIfNeeded);
    nodes.reader.listIfNeeded();
    otherPods.reader.listIfNeeded();
  }

  /// Turns may begin from now on.
  public void wake() {
    signal.wake();
  }

  /// For the admission webhook. `api` is one of its own: a standby answers as the leader does.
  public Rehearsals rehearsals(Api api, Set<FeatureGate> gates) {
    return new Rehearsals(engine, api, gates, clock);
  }

  /// The signs of life, for health checks and metrics.
  public Vitals vitals() {
    var pulses =
        Stream.concat(reflectors.stream(), Stream.of(nodes.reader, otherPods.reader))
            .map(Reflector::pulse)
            .toList();
    return new Vitals(heartbeat, pulses, engine::isSynced, clock);
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        heartbeat.beat(clock.instant());
        nodes.startIfNeeded();
        otherPods.startIfNeeded();
        var key = mayAct.getAsBoolean() ? engine.take(clock.instant()) : Optional.<Key>empty();
        if (key.isPresent()) {
          running.begin();
          turns.execute(() -> serve(key.get()));
        } else {
          signal.sleep(mayAct.getAsBoolean() ? engine.nextDue() : Optional.empty(), clock);
        }
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  private void serve(Key key) {
    try {
      worker.serve(key);
    } finally {
      running.end();
      signal.wake();
    }
  }

  /// Starts no more turns, and lets the running ones finish their requests.
  @Override
  public void close() {
    dispatcher.interrupt();
    turns.shutdown();
    try {
      if (!turns.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        turns.shutdownNow();
      }
    } catch (InterruptedException _) {
      turns.shutdownNow();
      Thread.currentThread().interrupt();
    }
    reflectors.forEach(Reflector::close);
    nodes.reader.close();
    otherPods.reader.close();
    events.close();
  }
}
