package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Makes a scenario from a seed. Each has its own kinds of faults, often only some of them.
final class ScenarioMaker {
  private static final int SPAN = 90_000;
  private static final String SPECIFIED = "labels: {apps.kruise.io/specified-delete: 'true'}";

  private final Random chance;
  private final RandomSpecs forms;
  private final List<ScenarioStep> steps = new ArrayList<>();

  private ScenarioMaker(long seed) {
    this.chance = new Random(seed);
    this.forms = new RandomSpecs(chance);
  }

  static FaultScenario of(long seed) {
    var maker = new ScenarioMaker(seed);
    var set = maker.forms.set();
    maker.repeat(2 + maker.chance.nextInt(5), maker::edit);
    maker.repeat(maker.chance.nextInt(5), maker::touchPod);
    maker.troubles();
    maker.steps.sort(Comparator.comparing(ScenarioStep::at));
    var plain = new FaultScenario(seed, set, maker.steps, maker.forms.last());
    var changed = new ReversalMaker(seed).add(new OutageMaker(seed).add(plain));
    return new ElectionMaker(seed).add(new FirstTemplateMaker(seed).add(changed));
  }

  private void repeat(int times, Runnable step) {
    for (var i = 0; i < times; i++) {
      step.run();
    }
  }

  private void add(String words, Consumer<Simulation> act) {
    steps.add(new ScenarioStep(Duration.ofMillis(chance.nextInt(SPAN)), words, act));
  }

  /// A step that is counted.
  private void fault(String counts, String words, Consumer<Simulation> act) {
    add(
        "fault    " + words,
        simulation -> {
          simulation.count(counts);
          act.accept(simulation);
        });
  }

  private void request(String words, Function<Simulation, Reply> act) {
    add(
        "user     " + words,
        simulation -> {
          var reply = act.apply(simulation);
          if (!reply.isOk()) {
            simulation.say("", "refused: " + reply.body().text("message"));
          }
        });
  }

  private void edit() {
    if (chance.nextInt(12) == 0) {
      recreate();
      return;
    }
    var spec = forms.edit();
    request(
        "patch web " + JsonText.write(spec),
        simulation -> simulation.patchSet(Json.of("spec", spec)));
  }

  /// The set is deleted and, after a while, created again.
  private void recreate() {
    var policy = chance.nextBoolean() ? "Orphan" : "Background";
    var set = forms.set();
    var options = Json.of("propagationPolicy", Json.of(policy));
    request(
        "delete web, " + policy,
        simulation -> simulation.delete("apps.kruise.io/v1beta1", "statefulsets", "web", options));
    var gone = steps.getLast();
    steps.add(
        new ScenarioStep(
            gone.at().plusMillis(chance.nextInt(5000)),
            "user     create web again",
            simulation -> simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set)));
  }

  private void touchPod() {
    var pod = "web-" + chance.nextInt(4);
    switch (chance.nextInt(11)) {
      case 0, 1 ->
          request("delete " + pod, simulation -> simulation.delete("v1", "pods", pod, Json.EMPTY));
      case 2 -> metadata(pod, SPECIFIED);
      case 3 -> {
        metadata(pod, SPECIFIED);
        var other = "web-" + chance.nextInt(4);
        soon("patch %s %s".formatted(other, SPECIFIED), other);
      }
      case 4 -> wanted(pod, "evict: 'true'");
      case 5 -> wanted(pod, "phase: Failed");
      case 6 -> wanted(pod, "stuck-termination: 'true'");
      case 7 -> wanted(pod, "ready: 'false'");
      case 8 ->
          metadata(pod, chance.nextBoolean() ? "labels: {app: other}" : "ownerReferences: null");
      case 9 ->
          request(
              "delete %s by force".formatted(pod),
              simulation ->
                  simulation.delete("v1", "pods", pod, Json.of("gracePeriodSeconds", Json.of(0))));
      default ->
          request(
              "delete claim data-" + pod,
              simulation ->
                  simulation.delete("v1", "persistentvolumeclaims", "data-" + pod, Json.EMPTY));
    }
  }

  /// The next pod is labelled too, before the first one is back.
  private void soon(String words, String pod) {
    var patch = Yaml.read("{metadata: {%s}}".formatted(SPECIFIED));
    var at = steps.getLast().at().plusMillis(chance.nextInt(3000));
    steps.add(
        new ScenarioStep(at, "user     " + words, simulation -> simulation.patchPod(pod, patch)));
  }

  private void metadata(String pod, String change) {
    var patch = Yaml.read("{metadata: {%s}}".formatted(change));
    request("patch " + pod + " " + change, simulation -> simulation.patchPod(pod, patch));
  }

  private void wanted(String pod, String wanted) {
    metadata(pod, "annotations: {sim.ordinal.dev/" + wanted + "}");
  }

  private void troubles() {
    List<Supplier<Runnable>> kinds =
        List.of(
            () -> faults(RequestFault.LOST, RequestFault.LOST_REPLY),
            () -> faults(RequestFault.BUSY, RequestFault.BROKEN, RequestFault.SLOW),
            () -> faults(RequestFault.CONFLICT),
            () -> faults(RequestFault.CRASH_BEFORE, RequestFault.CRASH_AFTER),
            () -> this::lag,
            () -> this::disconnect,
            () -> this::travelBack,
            () -> this::crash,
            () -> this::overlap,
            () -> this::skew,
            () -> this::quota,
            () -> this::drain,
            () -> this::loseNode,
            () -> this::pull,
            () -> this::autoscale);
    for (var kind : kinds) {
      if (chance.nextInt(4) == 0) {
        repeat(1 + chance.nextInt(4), kind.get());
      }
    }
  }

  private Runnable faults(RequestFault... choices) {
    return () -> {
      var fault = choices[chance.nextInt(choices.length)];
      add("fault    " + fault, simulation -> simulation.controller.fault(fault));
    };
  }

  private Kind kind() {
    var kinds =
        List.of(Kind.POD, Kind.POD, Kind.SET, Kind.CLAIM, Kind.REVISION, Kind.JOB, Kind.NODE);
    return kinds.get(chance.nextInt(kinds.size()));
  }

  private void lag() {
    var kind = kind();
    var lag = Duration.ofMillis(chance.nextInt(3000));
    fault(
        "late watches",
        "watch events of %s are %s late".formatted(kind, lag),
        simulation -> simulation.controller.watches().lag(kind, lag));
  }

  private void disconnect() {
    var kind = kind();
    var silence = Duration.ofMillis(chance.nextInt(20_000));
    fault(
        "disconnects",
        "no watch events of %s for %s".formatted(kind, silence),
        simulation -> simulation.controller.watches().disconnect(kind, silence));
  }

  private void travelBack() {
    var kind = kind();
    var versions = 1 + chance.nextInt(40);
    fault(
        "old lists",
        "%s are listed again, %d versions behind".formatted(kind, versions),
        simulation -> simulation.controller.watches().travelBack(kind, versions));
  }

  private void crash() {
    add("fault    crash", simulation -> simulation.controller.crash());
  }

  private void overlap() {
    var span = Duration.ofMillis(chance.nextInt(20_000));
    fault("two leaders", "a second controller for " + span, simulation -> simulation.overlap(span));
  }

  private void skew() {
    var skew = Duration.ofMillis(chance.nextInt(6000) - 3000);
    fault(
        "wrong clocks",
        "the clock is off by " + skew,
        simulation -> simulation.controller.skew(skew));
  }

  /// The node is drained, and uncordoned after a while.
  private void drain() {
    var node = "node-" + chance.nextInt(Simulation.NODES);
    fault("drains", "drain " + node, simulation -> simulation.cluster.chaos().drain(node));
    later("uncordon " + node, simulation -> simulation.cluster.chaos().uncordon(node));
  }

  /// The node's heartbeats stop for a while, sometimes long enough for its pods to become unready,
  /// and for some to be evicted. They are removed only when it is back.
  private void loseNode() {
    var node = "node-" + chance.nextInt(Simulation.NODES);
    fault("lost nodes", "lose " + node, simulation -> simulation.cluster.chaos().loseNode(node));
    later("return " + node, simulation -> simulation.cluster.chaos().returnNode(node));
  }

  private void later(String words, Consumer<Simulation> act) {
    var at = steps.getLast().at().plusMillis(chance.nextInt(SPAN));
    steps.add(new ScenarioStep(at, "fault    " + words, act));
  }

  /// An autoscaler that scales up and down.
  private void autoscale() {
    add("user     autoscale web", simulation -> simulation.count("autoscalings"));
    var at = steps.getLast().at();
    for (var i = 1 + chance.nextInt(4); i > 0; i--) {
      at = at.plusMillis(500 + chance.nextInt(6000));
      var replicas = chance.nextInt(7);
      steps.add(
          new ScenarioStep(
              at,
              "user     scale web to " + replicas,
              simulation -> simulation.scaleSet(replicas)));
    }
  }

  private void pull() {
    steps.addAll(new JobMaker(chance).life(Duration.ofMillis(chance.nextInt(SPAN))));
  }

  private void quota() {
    var pods = 1 + chance.nextInt(8);
    fault(
        "quotas",
        "a quota refuses %d pods".formatted(pods),
        simulation -> simulation.outages.refuse(pods));
  }
}
