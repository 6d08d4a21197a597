package dev.ordinal.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.SimulatedController;
import dev.ordinal.sim.virtual.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A forecast is what the controller then does: random sets with random changes, played forward,
/// and then changed for good in the cluster that the forecast was made from.
class ForecastTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<Json.Obj> DEFINITIONS =
      Stream.of("statefulsets", "imagepulljobs")
          .flatMap(kind -> Yaml.documents("deploy/crd/apps.kruise.io_" + kind + ".yaml").stream())
          .toList();

  /// `make test` plays so many; more with -Dforecasts=1000.
  private static final int PLAYS = Integer.getInteger("forecasts", 25);

  /// A cluster in which a set has come to rest.
  private static final class World implements RequestRecord.Listener {
    private final Timeline time = new Timeline(START);
    private final ApiServer server =
        new ApiServer(SeededCluster.registry(DEFINITIONS), new Random(7));
    private final ClusterSimulation cluster =
        new ClusterSimulation(server, time, ClusterOptions.of(4).with("ready-delay", "3s"));
    private final TreeMap<String, Instant> done = new TreeMap<>();
    private boolean isNoting;
    private int unanswered;

    World(String set) {
      create("v1", "namespaces", "", "{metadata: {name: shop}}");
      new SimulatedController("ordinal", server, time, this).start();
      create(Names.API_VERSION, "statefulsets", "shop", set);
      run();
    }

    private void create(String version, String plural, String namespace, String yaml) {
      time.step(time.now().plusSeconds(1));
      var reply =
          server.handle(
              Request.create(server.target(version, plural, namespace, ""), Yaml.read(yaml)),
              time.now());
      assertThat(reply.isOk()).as("%s", reply.body()).isTrue();
      assertThat(cluster.pulls()).isNotNull();
    }

    void run() {
      run(Duration.ofMinutes(30));
    }

    private void run(Duration atMost) {
      var end = time.now().plus(atMost);
      while (time.step(end)) {
        // On to the end.
      }
      time.rest(end);
    }

    private List<Json.Obj> all(String version, String plural) {
      return server.store().all(server.registry().require(version, plural));
    }

    ClusterObjects objects() {
      return new ClusterObjects(
          all(Names.API_VERSION, "statefulsets").getFirst(),
          all("v1", "pods"),
          all("v1", "persistentvolumeclaims"),
          all("apps/v1", "controllerrevisions"),
          all("v1", "nodes"),
          all("storage.k8s.io/v1", "storageclasses"));
    }

    SortedMap<String, Instant> change(Json.Obj patch) {
      isNoting = true;
      patch(patch);
      run();
      return done;
    }

    /// Changes the set and stops in the middle of what follows.
    /// No forecast knows of requests that are under way.
    void begin(Json.Obj patch, Duration passed) {
      patch(patch);
      run(passed);
      while (unanswered > 0) {
        run(Duration.ofMillis(1));
      }
    }

    private void patch(Json.Obj patch) {
      var target = server.target(Names.API_VERSION, "statefulsets", "shop", "web");
      assertThat(server.handle(Request.patch(target, Form.MERGE_PATCH, patch), time.now()).isOk())
          .isTrue();
    }

    @Override
    public void sending(RequestRecord sent) {
      unanswered++;
    }

    @Override
    public void replied(RequestRecord sent, Outcome outcome) {
      unanswered--;
      if (isNoting && outcome instanceof Outcome.Done) {
        sent.action()
            .flatMap(ForecastTest::taken)
            .ifPresent(taken -> done.putIfAbsent(taken, sent.sentAt()));
      }
    }

    @Override
    public void note(String by, String words) {}
  }

  /// What is done to which pod, whatever it is called in the forecast.
  private static Optional<String> taken(Action action) {
    return switch (action) {
      case Action.DeletePod(var pod, _, _, _) -> Optional.of("- " + pod);
      case Action.CreatePod(var pod, _, _) -> Optional.of("+ " + pod);
      case Action.PatchPod(var pod, var purpose, _)
          when purpose == Action.Purpose.UPDATE || purpose == Action.Purpose.BEGIN ->
          Optional.of("~ " + pod);
      case Action _ -> Optional.empty();
    };
  }

  private static String set(Random random) {
    var isInPlace = random.nextBoolean();
    return """
    apiVersion: apps.kruise.io/v1beta1
    kind: StatefulSet
    metadata: {name: web, namespace: shop}
    spec:
      replicas: %d
      serviceName: web
      podManagementPolicy: %s
      minReadySeconds: %d
      selector: {matchLabels: {app: web}}
      updateStrategy:
        rollingUpdate: {maxUnavailable: %s, partition: %d, podUpdatePolicy: %s}
      template:
        metadata: {labels: {app: web}}
        spec:
          terminationGracePeriodSeconds: 5
          readinessGates: [{conditionType: InPlaceUpdateReady}]
          containers: [{name: app, image: "app:1"}]
    """
        .formatted(
            1 + random.nextInt(6),
            random.nextBoolean() ? "OrderedReady" : "Parallel",
            random.nextInt(3) * 5,
            random.nextBoolean() ? "1" : "40%",
            random.nextInt(4) == 0 ? 2 : 0,
            isInPlace ? "InPlaceIfPossible" : "ReCreate");
  }

  private static String change(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> "{spec: {replicas: %d}}".formatted(random.nextInt(8));
      case 1 -> "{spec: {template: {metadata: {labels: {app: web, tier: b}}}}}";
      case 2 ->
          "{spec: {template: {spec: {hostNetwork: false, priority: null, nodeName: null,"
              + " containers: [{name: app, image: 'app:1', workingDir: /tmp}]}}}}";
      default -> "{spec: {template: {spec: {containers: [{name: app, image: 'app:2'}]}}}}";
    };
  }

  private static Forecast forecast(World world, Json.Obj patch) {
    var basis = new Player.Basis(DEFINITIONS, Duration.ofSeconds(3), world.time.now());
    return Player.play(world.objects(), patch, basis);
  }

  /// The pods of each batch, and whether they come, go or change.
  private static String drawn(Forecast forecast) {
    return forecast.batches().stream()
        .map(batch -> batch.steps().stream().map(ForecastTest::drawn).sorted().toList())
        .map(batch -> String.join(", ", batch))
        .collect(Collectors.joining(" > "));
  }

  private static String drawn(PodStep step) {
    return switch (step.kind()) {
          case CREATE -> "+ ";
          case REPLACE, DELETE -> "- ";
          case IN_PLACE, METADATA, RESIZE, GROW -> "~ ";
        }
        + step.pod();
  }

  /// The same of what was done. The requests of one plan arrive within a few milliseconds.
  private static String drawn(SortedMap<String, Instant> done) {
    var batches = new ArrayList<List<String>>();
    var last = Instant.EPOCH;
    for (var each : done.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList()) {
      var isReturn = done.containsKey("-" + each.getKey().substring(1));
      // A replaced pod comes back: the forecast does not say so.
      if (each.getKey().startsWith("+") && isReturn) {
        continue;
      }
      if (each.getValue().isAfter(last.plusMillis(40))) {
        batches.add(new ArrayList<>());
        last = each.getValue();
      }
      batches.getLast().add(each.getKey());
    }
    return batches.stream()
        .map(batch -> batch.stream().sorted().collect(Collectors.joining(", ")))
        .collect(Collectors.joining(" > "));
  }

  @Test
  void forecastIsWhatTheControllerThenDoes() {
    for (var seed = 0; seed < PLAYS; seed++) {
      var random = new Random(seed);
      var set = set(random);
      var patch = Yaml.read(change(random));
      var world = new World(set);
      var forecast = drawn(forecast(world, patch));
      var told = drawn(world.change(patch));
      assertThat(forecast).as("seed %d: %s %s", seed, set, patch).isEqualTo(told);
    }
  }

  /// Not on a whole second: what the controller does in the very moment of the change, to the older
  /// template, no forecast knows.
  @Test
  void forecastInTheMiddleOfARolloutIsWhatTheControllerThenDoes() {
    for (var seed = 0; seed < PLAYS / 3; seed++) {
      var random = new Random(seed);
      var set = set(random);
      var world = new World(set);
      var first = Yaml.read(change(random));
      world.begin(first, Duration.ofMillis(1537 + 1000 * random.nextInt(15)));
      var patch = Yaml.read(change(random).replace("app:2", "app:3"));
      var forecast = drawn(forecast(world, patch));
      var told = drawn(world.change(patch));
      assertThat(forecast).as("seed %d: %s %s %s", seed, set, first, patch).isEqualTo(told);
    }
  }

  @Test
  void forecastSaysThatItBeginsInTheMiddle() {
    var world = new World(set(new Random(1)));
    var patch =
        Yaml.read("{spec: {template: {spec: {containers: [{name: app, image: 'app:2'}]}}}}");
    assertThat(forecast(world, patch).isUnderWay()).isFalse();
    world.begin(patch, Duration.ofSeconds(1));
    assertThat(forecast(world, patch).isUnderWay()).isTrue();
  }

  private static Forecast forecast(World world, ProposedChange change, IntPredicate isEnough) {
    var now = world.time.now();
    var basis = new Player.Basis(DEFINITIONS, Duration.ofSeconds(3), now, isEnough);
    return Player.play(world.objects(), change, basis);
  }

  /// The page sends JSON patches, the command line merge patches.
  @Test
  void forecastDoesNotDependOnTheFormOfTheChange() {
    var world = new World(set(new Random(3)));
    var image = "/spec/template/spec/containers/0/image";
    var steps =
        Yaml.read("{all: [{op: replace, path: %s, value: 'app:2'}]}".formatted(image)).items("all");
    var patch =
        Yaml.read("{spec: {template: {spec: {containers: [{name: app, image: 'app:2'}]}}}}");
    assertThat(forecast(world, new ProposedChange.Steps(Json.of(steps)), _ -> false))
        .isEqualTo(forecast(world, patch));
    assertThat(forecast(world, patch).steps()).isNotEmpty();
  }

  @Test
  void podThatAUserMarksIsReplacedAlone() {
    var world = new World(set(new Random(1)));
    var label =
        Yaml.read("{metadata: {labels: {%s: 'true'}}}".formatted(Names.SPECIFIED_DELETE_LABEL));
    var forecast = forecast(world, new ProposedChange.OfPod("web-0", label), _ -> false);
    assertThat(drawn(forecast)).isEqualTo("- web-0");
    assertThat(forecast.restarts()).isEqualTo(1);
  }

  /// In the cluster of `ordinal up` the random numbers are those of a fixed seed: the pods of the
  /// play must not have the uids of pods that there are.
  @Test
  void playedPodsAreOthersThanThoseThatThereAre() {
    var world =
        new World(
            set(new Random(3))
                .replaceFirst("replicas: \\d+", "replicas: 14")
                .replaceFirst("maxUnavailable: [^,]+", "maxUnavailable: 2"));
    var found = world.objects();
    var upSeed = new ApiServer(SeededCluster.registry(DEFINITIONS), new Random(1));
    var pods = found.pods().stream().map(pod -> withUidOf(upSeed, pod)).toList();
    var objects =
        new ClusterObjects(
            found.set(), pods, found.claims(), found.revisions(), found.nodes(), found.classes());
    var basis = new Player.Basis(DEFINITIONS, Duration.ZERO, world.time.now());
    var forecast = Player.play(objects, Yaml.read(OTHER_COMMAND), basis);
    assertThat(forecast.trouble()).isEmpty();
    assertThat(forecast.restarts()).isEqualTo(14);
  }

  private static final String OTHER_COMMAND =
      "{spec: {template: {spec: {containers: [{name: app, image: 'app:1', workingDir: /tmp}]}}}}";

  /// The uid of the next object of that server.
  private static Json.Obj withUidOf(ApiServer server, Json.Obj pod) {
    var meta = pod.object("metadata");
    var space = Json.of("metadata", Json.of("name", Json.of(meta.text("name"))));
    var target = server.target("v1", "namespaces", "", "");
    var uid = server.handle(Request.create(target, space), START).body().object("metadata");
    return pod.with("metadata", meta.with("uid", Json.of(uid.text("uid"))));
  }

  @Test
  void playEndsWhenItIsEnoughAndSaysSo() {
    var world = new World(set(new Random(3)).replaceFirst("replicas: \\d+", "replicas: 6"));
    var patch =
        Yaml.read("{spec: {template: {spec: {containers: [{name: app, image: 'app:2'}]}}}}");
    var whole = forecast(world, patch);
    var part = forecast(world, new ProposedChange.Merge(patch), steps -> steps >= 2);
    assertThat(whole.isCut()).isFalse();
    assertThat(part.isCut()).isTrue();
    assertThat(part.steps()).isEqualTo(whole.steps().subList(0, part.steps().size()));
    assertThat(part.steps().size()).isLessThan(whole.steps().size());
    assertThat(part.trouble()).isEmpty();
  }

  @Test
  void nothingIsDoneForTheSameTemplate() {
    var world = new World(set(new Random(1)));
    var patch = Yaml.read("{spec: {revisionHistoryLimit: 5}}");
    assertThat(forecast(world, patch).steps()).isEmpty();
    assertThat(forecast(world, patch).restarts()).isZero();
  }

  @Test
  void refusalIsToldInTheWordsOfTheServer() {
    var world = new World(set(new Random(1)));
    var patch = Yaml.read("{spec: {replicas: -1}}");
    assertThatThrownBy(() -> forecast(world, patch))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spec.replicas");
  }

  @Test
  void unknownFieldIsRefused() {
    var world = new World(set(new Random(1)));
    var patch = Yaml.read("{spec: {replica: 2}}");
    assertThatThrownBy(() -> forecast(world, patch))
        .hasMessage(
            "The API server would refuse the change:"
                + " strict decoding error: unknown field \"spec.replica\"");
  }
}
