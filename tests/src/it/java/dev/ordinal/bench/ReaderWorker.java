package dev.ordinal.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.Fields;
import dev.ordinal.codec.PodReader;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.FilteredFeed;
import dev.ordinal.kube.watch.ListWatch;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.run.Feed;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.LoggerFactory;

/// One reader in a JVM of its own: fills its cache, then takes rounds of events and prints what
/// each one cost.
public final class ReaderWorker {
  private static final int WARM_UP = 2;

  private final Semaphore listed = new Semaphore(0);
  private final Semaphore seen = new Semaphore(0);

  private ReaderWorker() {}

  /// What one round cost for each event, and what the cache costs after it.
  record Sample(double cpuMicros, double allocated, double liveMiB, double residentMiB) {
    static Sample parse(String line) {
      var parts = line.split(" ", -1);
      return new Sample(
          Double.parseDouble(parts[1]),
          Double.parseDouble(parts[2]),
          Double.parseDouble(parts[3]),
          Double.parseDouble(parts[4]));
    }

    String line() {
      return cpuMicros + " " + allocated + " " + liveMiB + " " + residentMiB;
    }
  }

  /// `protobuf`, `json` or `fabric8`, the server's address, rounds, events in a round.
  public static void main(String[] args) throws Exception {
    // Unconfigured, logback prints fabric8's every event: that would be measured too.
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    var worker = new ReaderWorker();
    var reader =
        switch (args[0]) {
          case "protobuf" -> worker.ours(args[1], new PodReader());
          case "json" -> worker.ours(args[1], new JsonPodReader());
          default -> worker.fabric8(args[1]);
        };
    worker.listed.acquire(PodServer.PODS);
    for (var i = 0; i < WARM_UP + Integer.parseInt(args[2]); i++) {
      var sample = worker.round(args[1], Integer.parseInt(args[3]));
      System.out.println((i < WARM_UP ? "warm " : "round ") + sample.line());
    }
    reader.close();
    System.exit(0);
  }

  private Sample round(String server, int events) throws IOException, InterruptedException {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var cpu = system.getProcessCpuTime();
    var allocated = threads.getTotalThreadAllocatedBytes();

    try (var http = HttpClient.newHttpClient()) {
      var go = HttpRequest.newBuilder(URI.create(server + "/go?events=" + events)).build();
      http.send(go, BodyHandlers.discarding());
    }
    seen.acquire(events);

    var cpuMicros = (system.getProcessCpuTime() - cpu) / 1e3 / events;
    var bytes = (double) (threads.getTotalThreadAllocatedBytes() - allocated) / events;
    var resident = residentMiB();
    return new Sample(cpuMicros, bytes, liveMiB(), resident);
  }

  private static double liveMiB() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1048576.0;
  }

  private static double residentMiB() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      var line = lines.filter(text -> text.startsWith("VmRSS:")).findFirst().orElseThrow();
      return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
    }
  }

  /// Does not ask for the form that our reader prefers.
  private static final class JsonPodReader implements Decoder<PodView> {
    private final PodReader reader = new PodReader();

    @Override
    public boolean readsProtobuf() {
      return false;
    }

    @Override
    public PodView read(Fields fields) throws IOException {
      return reader.read(fields);
    }
  }

  private AutoCloseable ours(String server, Decoder<PodView> reader) {
    var connection = Connection.withoutCredentials(server, Duration.ofSeconds(30));
    var source = new ListWatch<>(connection.api(), "/api/v1/pods", reader);
    var settings = Reflector.Settings.defaults(new Alarm());
    var reflector =
        new Reflector<>(source, new FilteredFeed<>(_ -> true, new MapFeed(), () -> {}), settings);
    reflector.start();
    return () -> {
      reflector.close();
      connection.close();
    };
  }

  private static final class Alarm implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {
      System.err.println(fault.sentence());
    }

    @Override
    public void recovered(String reader) {}
  }

  private final class MapFeed implements Feed<PodView> {
    private final Map<SetKey, PodView> pods = new ConcurrentHashMap<>();

    @Override
    public void listed(List<PodView> views, long version) {
      views.forEach(this::put);
      listed.release(views.size());
    }

    @Override
    public void restored(List<PodView> views, long version) {
      listed(views, version);
    }

    @Override
    public boolean isListed() {
      return !pods.isEmpty();
    }

    @Override
    public void changed(PodView view) {
      put(view);
      seen.release();
    }

    @Override
    public void deleted(PodView view) {
      pods.remove(new SetKey(view.meta().namespace(), view.name()));
    }

    @Override
    public void reached(long version) {}

    private void put(PodView view) {
      pods.put(new SetKey(view.meta().namespace(), view.name()), view);
    }
  }

  private AutoCloseable fabric8(String server) {
    var config = Config.empty();
    config.setMasterUrl(server);
    config.setOnlyHttpWatches(true);
    var client = new KubernetesClientBuilder().withConfig(config).build();
    var informer =
        client
            .pods()
            .inAnyNamespace()
            .inform(
                new ResourceEventHandler<Pod>() {
                  @Override
                  public void onAdd(Pod pod) {
                    listed.release();
                  }

                  @Override
                  public void onUpdate(Pod before, Pod after) {
                    seen.release();
                  }

                  @Override
                  public void onDelete(Pod pod, boolean isStateUnknown) {}
                });
    return () -> {
      informer.close();
      client.close();
    };
  }
}
