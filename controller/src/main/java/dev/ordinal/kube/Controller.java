package dev.ordinal.kube;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.kube.Reflector.Habits;
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

/// The controller at work: readers fill the engine, and each set or job whose turn it is gets a
/// virtual thread that plans for it and carries the plan out.
public final class Controller implements AutoCloseable {
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

  private final WakeSignal signal = new WakeSignal();
  private final Engine engine = new Engine(signal::ring);
  private final InstantSource clock;
  private final List<Reflector<?>> readers;
  private final EventWriter events;
  private final Worker worker;
  private final Later nodes;
  private final Later others;
  private final ExecutorService turns = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread dispatcher = Thread.ofVirtual().name("dispatcher").unstarted(this::run);

  /// @param namespace the only one to look after; empty for the whole cluster
  /// @param gates those that are on
  public Controller(Api api, Optional<String> namespace, Set<FeatureGate> gates, Habits habits) {
    this.clock = habits.clock();
    this.events = new EventWriter(api, clock);
    var sets = Decoder.ofTree(new SetParser(gates)::parse);
    var courier = new Courier(new PacedApi(api, InstantSource.system()), sets);
    this.worker = new Worker(engine, courier, events, clock);
    var readers = new Readers(api, namespace, habits);
    this.nodes = new Later(nodes(api, habits), engine::needsNodes);
    this.others =
        new Later(
            readers.of(Kind.POD, new PodReader(), pod -> !mayConcernUs(pod), engine.others()),
            engine::needsOthers);
    this.readers =
        new ArrayList<>(
            List.of(
                readers.of(Kind.SET, sets, _ -> true, engine.sets()),
                readers.of(Kind.POD, new PodReader(), Controller::mayConcernUs, engine.pods()),
                readers.of(Kind.CLAIM, new ClaimReader(), _ -> true, engine.claims()),
                readers.of(
                    Kind.REVISION,
                    new RevisionReader(),
                    Controller::mayConcernUs,
                    engine.revisions()),
                classes(api, habits)));
    if (gates.contains(FeatureGate.IMAGE_PULL_JOB)
        || gates.contains(FeatureGate.IMAGE_PREDOWNLOAD)) {
      this.readers.add(jobs(api, namespace, habits));
    }
  }

  /// Who may look after one namespace only can be refused what belongs to none.
  private Reflector<ClassView> classes(Api api, Habits habits) {
    var spare =
        new OptionalKind(
            habits.listener(), "the volumes of sets do not grow", engine::doWithoutClasses);
    return new Readers(api, Optional.empty(), habits.with(spare))
        .of(Kind.CLASS, new ClassReader(), _ -> true, engine.classes());
  }

  /// Where the resource is not installed, or nobody gave us rights to it, sets go on without.
  private Reflector<JobView> jobs(Api api, Optional<String> namespace, Habits habits) {
    var spare = new OptionalKind(habits.listener(), "ImagePullJobs are not carried out", () -> {});
    return new Readers(api, namespace, habits.with(spare))
        .of(Kind.JOB, Courier.JOBS, _ -> true, engine.jobs());
  }

  private Reflector<NodeView> nodes(Api api, Habits habits) {
    var loss = "ImagePullJobs work by podSelector only";
    var spare = new OptionalKind(habits.listener(), loss, () -> {});
    return new Readers(api, Optional.empty(), habits.with(spare))
        .of(Kind.NODE, new NodeReader(), _ -> true, engine.nodes());
  }

  /// A reader that starts when the first job needs what it reads.
  private static final class Later {
    private final Reflector<?> reader;
    private final BooleanSupplier isNeeded;
    private boolean isStarted;

    Later(Reflector<?> reader, BooleanSupplier isNeeded) {
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

  private record Readers(Api api, Optional<String> namespace, Habits habits) {
    <V extends View> Reflector<V> of(
        Kind kind, Decoder<V> decoder, Predicate<V> wanted, Feed<V> feed) {
      var source = new ListWatch<>(api, Paths.all(kind, namespace), decoder);
      return new Reflector<>(source, wanted, feed, habits);
    }
  }

  /// Of what other controllers own, only what a set or job of ours could have in its way is kept: a
  /// busy cluster has tens of thousands of other pods.
  static boolean mayConcernUs(View view) {
    var controller = view.meta().controller();
    return controller.isEmpty()
        || controller.get().kind().equals(Names.KIND)
        || controller.get().kind().equals(Names.JOB_KIND)
        || (view instanceof PodView pod && isNumbered(pod.name()));
  }

  /// The name could be that of a set's pod, and would be in its way.
  private static boolean isNumbered(String name) {
    return Names.ordinal(name.substring(0, Math.max(0, name.lastIndexOf('-'))), name) >= 0;
  }

  public void start() {
    readers.forEach(Reflector::start);
    dispatcher.start();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        nodes.startIfNeeded();
        others.startIfNeeded();
        var key = engine.take(clock.instant());
        if (key.isPresent()) {
          turns.execute(() -> serve(key.get()));
        } else {
          signal.sleep(engine.nextDue(), clock);
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
      signal.ring();
    }
  }

  /// Takes no more turns and lets those that run finish their requests.
  @Override
  public void close() {
    dispatcher.interrupt();
    turns.shutdown();
    try {
      if (!turns.awaitTermination(LONGEST_FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
        turns.shutdownNow();
      }
    } catch (InterruptedException _) {
      turns.shutdownNow();
      Thread.currentThread().interrupt();
    }
    readers.forEach(Reflector::close);
    nodes.reader.close();
    others.reader.close();
    events.close();
  }
}
