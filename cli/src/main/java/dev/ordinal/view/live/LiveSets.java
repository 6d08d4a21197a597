package dev.ordinal.view.live;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.run.Engine;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.ReportedFindings;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.Readers.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// The sets of a cluster and everything around them, read by the readers of the controller and kept
/// up to date until it is closed.
public final class LiveSets implements AutoCloseable {
  private static final String CORE = "/api/v1";

  private final Engine engine = new Engine();
  private final KindFeed<SetView> sets = new KindFeed<>(engine.sets());
  private final KindFeed<NodeView> nodes = new KindFeed<>(engine.nodes());
  private final List<Reflector<?>> readers;
  private final CountDownLatch isSettled = new CountDownLatch(1);
  private final AtomicBoolean hasNodes = new AtomicBoolean();
  private final AtomicReference<String> fault = new AtomicReference<>("");
  private final Runnable changed;

  private LiveSets(Api api, Optional<String> namespace, Runnable changed) {
    this.changed = changed;
    var from = new Readers(api, namespace, this::changed);
    var ours = "/apis/" + Names.API_VERSION;
    var parser = Decoder.ofTree(new SetParser(FeatureGate.defaults())::parse);
    var needed = new Needed();
    this.readers =
        List.of(
            from.of(new Path(ours, "statefulsets", true), parser, sets, needed),
            from.of(new Path(CORE, "pods", true), new PodReader(), engine.pods(), needed),
            from.of(
                new Path(CORE, "persistentvolumeclaims", true),
                new ClaimReader(),
                engine.claims(),
                needed),
            from.of(
                new Path("/apis/apps/v1", "controllerrevisions", true),
                new RevisionReader(),
                engine.revisions(),
                needed),
            from.of(
                new Path("/apis/storage.k8s.io/v1", "storageclasses", false),
                new ClassReader(),
                engine.classes(),
                new Wanted(engine::makeClassesOptional)),
            from.of(
                new Path(CORE, "nodes", false),
                new NodeReader(),
                nodes,
                new Wanted(() -> hasNodes.set(true))));
  }

  /// Begins to read.
  ///
  /// @param namespace the only one to read; empty for all
  /// @param changed runs after each change, on the thread of a reader
  public static LiveSets open(Api api, Optional<String> namespace, Runnable changed) {
    var live = new LiveSets(api, namespace, changed);
    live.readers.forEach(Reflector::start);
    return live;
  }

  /// Waits until everything has been read once.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when that is not possible
  public LiveSets awaitRead(Duration limit) {
    try {
      if (!isSettled.await(limit.toMillis(), TimeUnit.MILLISECONDS) && findFault().isEmpty()) {
        throw new IllegalArgumentException(
            "The API server has not answered within %d s.".formatted(limit.toSeconds()));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new IllegalArgumentException("Interrupted.");
    }
    if (!engine.isSynced()) {
      throw new IllegalArgumentException(findFault().orElse("The cluster cannot be read."));
    }
    return this;
  }

  /// Whether everything has been read once.
  public boolean isRead() {
    return engine.isSynced();
  }

  /// Why the cluster cannot be read at the moment; empty while it can.
  public Optional<String> findFault() {
    return Optional.ofNullable(fault.get()).filter(sentence -> !sentence.isEmpty());
  }

  /// The sets there are, by namespace and name.
  public List<SetView> sets() {
    return sets.all().stream()
        .sorted(
            Comparator.comparing((SetView set) -> set.meta().namespace())
                .thenComparing(SetView::name))
        .toList();
  }

  /// The nodes there are, where they may be read.
  public List<NodeView> nodes() {
    return List.copyOf(nodes.all());
  }

  public Optional<SetOverview> find(SetKey key, Instant now) {
    return snapshot(key, now).map(seen -> Overviews.of(seen, nodes.all()));
  }

  /// One set and all that bears on it, with what the controller reports of its requests. The time
  /// is that of the cluster where its objects are ahead of `now`.
  public Optional<Snapshot> snapshot(SetKey key, Instant now) {
    return engine
        .snapshot(key, now)
        .flatMap(seen -> engine.snapshot(key, latest(seen, now)))
        .map(ReportedFindings::informed);
  }

  private static Instant latest(Snapshot seen, Instant now) {
    return seen.pods().stream()
        .map(pod -> pod.meta().createdAt())
        .filter(now::isBefore)
        .max(Comparator.naturalOrder())
        .orElse(now);
  }

  @Override
  public void close() {
    readers.forEach(Reflector::close);
  }

  private void changed() {
    if (engine.isSynced() && (hasNodes.get() || nodes.isListed())) {
      isSettled.countDown();
    }
    changed.run();
  }

  /// Listens to the reader of a kind without which nothing can be told.
  private final class Needed implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault found) {
      fault.set(found.sentence().replaceFirst(" Retrying at least every .*", ""));
      isSettled.countDown();
      changed.run();
    }

    @Override
    public void recovered(String reader) {
      fault.set("");
      changed.run();
    }
  }

  /// Listens to the reader of a kind that may be forbidden.
  private final class Wanted implements Reflector.Listener {
    private final Runnable without;

    Wanted(Runnable without) {
      this.without = without;
    }

    @Override
    public void failed(String reader, ReadFault found) {
      without.run();
      changed();
    }

    @Override
    public void recovered(String reader) {
      changed();
    }
  }
}
