package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/// Adds an outage of minutes to some scenarios, with the edits and losses that make it matter. It
/// has its own random numbers, so that the other steps of a scenario do not depend on it.
final class OutageMaker {
  private static final int ONE_IN = 3;

  /// Back-off ends at one minute; what must happen during an outage has happened by then.
  private static final int MINUTES = 6;

  private static final String ROLLING =
      "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0, paused: false,"
          + " unorderedUpdate: null, maxUnavailable: %s, podUpdatePolicy: %s}}";

  private final Random chance;

  /// For what was added later: it leaves the scenarios that are there as they are.
  private final Random moreChance;

  private final StepBuilder steps;

  OutageMaker(long seed) {
    this.chance = new Random(seed * 7919 + 13);
    this.moreChance = new Random(seed * 104_729 + 17);
    this.steps = new StepBuilder(chance, Duration.ofSeconds(1), 2000);
  }

  /// The scenario with an outage, if it gets one.
  FaultScenario add(FaultScenario scenario) {
    return steps.addTo(
        scenario,
        ONE_IN,
        List.of(
            this::claimsAreDenied,
            this::podsAreDenied,
            this::onePodIsDenied,
            this::nameIsTaken,
            this::claimNeverEnds,
            this::resizeIsDenied,
            this::backupIsRestored,
            this::clocksAreOff,
            this::templateIsApplied,
            this::podsAreUnwell));
  }

  private void kill(int seconds, String... pods) {
    steps.at(
        seconds,
        "user     delete %s by force".formatted(String.join(", ", pods)),
        simulation -> List.of(pods).forEach(simulation.outages::kill));
  }

  private void elapse(int seconds) {
    steps.elapse(seconds + MINUTES * 60);
  }

  private static Predicate<ApiRequest> requests(Kind kind, String part, ApiRequest.Verb... verbs) {
    return request ->
        request.kind() == kind
            && request.subresource().equals(part)
            && List.of(verbs).contains(request.verb());
  }

  private static Denial forbidden(Predicate<ApiRequest> requests) {
    return new Denial(requests, 403, "forbidden: the controller lacks the permission");
  }

  private static String claims(int size) {
    var claim =
        "{metadata: {name: %s}, spec: {storageClassName: disk, accessModes: [ReadWriteOnce],"
            + " resources: {requests: {storage: %dGi}}}}";
    return "volumeClaimTemplates: [%s, %s]"
        .formatted(claim.formatted("data", size), claim.formatted("logs", 1));
  }

  private static String retention(String whenDeleted) {
    return "persistentVolumeClaimRetentionPolicy: {whenDeleted: %s, whenScaled: Retain}"
        .formatted(whenDeleted);
  }

  /// No claim can be patched: neither its owners nor its size. Pods that are lost meanwhile are
  /// needed all the same.
  private void claimsAreDenied() {
    var isToBeKept = chance.nextBoolean();
    steps.start(
        "{replicas: 8, podManagementPolicy: Parallel, ordinals: null, scaleStrategy: null, %s, %s, %s}"
            .formatted(
                claims(1),
                retention(isToBeKept ? "Delete" : "Retain"),
                ROLLING.formatted("8", "ReCreate")));
    var patch = requests(Kind.CLAIM, "", ApiRequest.Verb.STRATEGIC_PATCH);
    steps.fault(
        60, "claim patches denied", simulation -> simulation.outages.deny(forbidden(patch)));
    steps.edit(64, "{%s}".formatted(retention(isToBeKept ? "Retain" : "Delete")));
    if (chance.nextBoolean()) {
      kill(100, "web-1", "web-2", "web-5");
    }
    elapse(100);
  }

  /// One verb on pods is refused; all else goes on.
  private void podsAreDenied() {
    var denied =
        switch (chance.nextInt(3)) {
          case 0 -> requests(Kind.POD, "", ApiRequest.Verb.CREATE, ApiRequest.Verb.DRY_RUN);
          case 1 -> requests(Kind.POD, "", ApiRequest.Verb.DELETE);
          default -> requests(Kind.POD, "", ApiRequest.Verb.STRATEGIC_PATCH);
        };
    var isCreation = denied.test(call(ApiRequest.Verb.CREATE));
    steps.start(
        "{replicas: 6, podManagementPolicy: %s}".formatted(steps.one("Parallel", "OrderedReady")));
    steps.fault(
        30,
        "requests for pods denied",
        simulation -> {
          simulation.outages.deny(forbidden(denied));
          if (isCreation) {
            simulation.history.refused.add("*");
          }
        });
    steps.edit(40, "{template: {metadata: {annotations: {note: b}}}, replicas: 7}");
    kill(60, "web-0", "web-3");
    elapse(60);
  }

  private static ApiRequest call(ApiRequest.Verb verb) {
    var path = new ApiRequest.Path(Kind.POD, "shop", "web-0", "");
    return new ApiRequest(new ApiRequest.Origin.StatusReport(), verb, path, Json.EMPTY);
  }

  /// A pod cannot be created, while two templates follow each other.
  private void onePodIsDenied() {
    steps.start(
        "{replicas: 4, podManagementPolicy: %s, ordinals: null, reserveOrdinals: null, %s}"
            .formatted(
                steps.one("OrderedReady", "OrderedReady", "Parallel"),
                ROLLING.formatted("3", "ReCreate")));
    steps.edit(40, template("app:2"));
    steps.edit(70, template(steps.one("app:never-ready", "app:missing", "app:crash")));
    var denial =
        new Denial(
            request -> request.verb() == ApiRequest.Verb.CREATE && request.name().equals("web-0"),
            403,
            "admission webhook \"policy.example\" denied the request: not web-0");
    steps.fault(100, "one pod denied", simulation -> simulation.outages.denyPod(denial, "web-0"));
    kill(103, "web-0");
    steps.edit(106, "{%s}".formatted(ROLLING.formatted("1", "ReCreate")));
    steps.edit(110, template("app:3"));
    elapse(110);
  }

  private static String template(String image) {
    return "{template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: '%s'}]}}}"
        .formatted(image);
  }

  private void stream() {
    steps.start(
        "{replicas: 5, podManagementPolicy: Parallel, ordinals: null, reserveOrdinals: null,"
            + " scaleStrategy: {maxUnavailable: %s}, %s, %s}"
                .formatted(steps.one("1", "40%"), claims(1), ROLLING.formatted("2", "ReCreate")));
  }

  /// A pod of another owner has the name of one of ours.
  private void nameIsTaken() {
    stream();
    steps.fault(90, "names taken", simulation -> simulation.outages.takeName("web-1"));
    kill(95, "web-0", "web-3", "web-4");
    elapse(95);
  }

  /// A claim is terminating as long as it has a finalizer.
  private void claimNeverEnds() {
    stream();
    steps.fault(
        90, "claims that never end", simulation -> simulation.outages.pinClaim("data-web-1"));
    kill(95, "web-1", "web-3", "web-4");
    elapse(95);
  }

  /// Containers get other resources, which the API server refuses to change in a running pod.
  private void resizeIsDenied() {
    var code = List.of(403, 404, 422).get(chance.nextInt(3));
    var message = code == 404 ? "the server could not find the requested resource" : "no resize";
    var resizes =
        requests(Kind.POD, "/resize", ApiRequest.Verb.STRATEGIC_PATCH, ApiRequest.Verb.DRY_RUN);
    var isQuota = moreChance.nextInt(3) == 0;
    var denial = isQuota ? quota(resizes) : new Denial(resizes, code, message);
    var policy = steps.one("InPlaceIfPossible", "InPlaceOnly");
    var stated = steps.one("", "limits: {cpu: '1', memory: 64Mi}, ");
    // Where the class of service changes a pod has to be replaced in spite of a quota.
    var limits = isQuota ? "" : stated;
    var restart =
        steps.one("", "resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}], ");
    var resources = restart + "resources: {" + limits + "requests: {memory: 64Mi, cpu: '%s'}}";
    steps.start(
        "{replicas: 3, lifecycle: null, %s, %s}"
            .formatted(ROLLING.formatted("1", policy), sized("app:1", resources, "100m")));
    if (chance.nextInt(4) != 0) {
      denyResizes(denial, isQuota);
      steps.last(
          "{%s, updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}}"
              .formatted(sized("app:9", resources, "300m")));
    }
    steps.edit(
        45,
        "{%s}"
            .formatted(
                sized(steps.one("app:1", "app:2"), resources, steps.one("200m", "1", "1000m"))));
    if (chance.nextBoolean()) {
      steps.edit(250, "{%s}".formatted(sized("app:1", resources, "1000m")));
    }
    elapse(60);
  }

  private void denyResizes(Denial denial, boolean isQuota) {
    var isForGood = chance.nextBoolean();
    steps.fault(
        40,
        "resizes denied",
        simulation -> {
          simulation.history.isQuotaFull = isQuota;
          if (isForGood && !isQuota) {
            simulation.outages.denyForGood(denial);
          } else {
            simulation.outages.deny(denial);
          }
        });
  }

  /// A quota has no room for bigger pods. Dry runs know of it, or others have been faster.
  private Denial quota(Predicate<ApiRequest> resizes) {
    var isKnown = moreChance.nextBoolean();
    return new Denial(
        request -> resizes.test(request) && (isKnown || request.verb() != ApiRequest.Verb.DRY_RUN),
        403,
        "pods \"web\" is forbidden: exceeded quota: small, requested: requests.cpu=1");
  }

  private static String sized(String image, String resources, String cpu) {
    return ("template: {metadata: {labels: {app: web, tier: null, hook-update: null, hook-delete: null},"
            + " annotations: null, finalizers: null}, spec: {tolerations: null, containers:"
            + " [{name: app, image: '%s', %s}]}}")
        .formatted(image, resources.formatted(cpu));
  }

  /// All recent changes are undone, and the versions of objects are used again.
  private void backupIsRestored() {
    var versions = 1 + chance.nextInt(120);
    var at = 10 + chance.nextInt(70);
    steps.at(at, "user     scale web to 5", simulation -> simulation.scaleSet(5));
    steps.fault(at + 8, "backups restored", simulation -> simulation.outages.restore(versions));
    if (moreChance.nextBoolean()) {
      failToScaleDown();
    }
  }

  /// A scale-down with its volumes fails on the way, and the backup does not have it.
  private void failToScaleDown() {
    steps.start(
        "{replicas: 4, podManagementPolicy: %s, ordinals: null, reserveOrdinals: null, %s, %s}"
            .formatted(
                moreChance.nextBoolean() ? "Parallel" : "OrderedReady",
                claims(1),
                "persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Delete}"));
    var writes =
        new Denial(request -> request.verb() != ApiRequest.Verb.GET, 500, "etcdserver: no leader");
    var at = Duration.ofMillis(110_000 + moreChance.nextInt(5000));
    var taken = new long[1];
    steps.add(
        new ScenarioStep(
            at,
            "user     scale web to 1 while the store fails",
            simulation -> {
              taken[0] = simulation.server.store().version();
              simulation.outages.deny(writes);
              simulation.scaleSet(1);
            }));
    steps.add(
        new ScenarioStep(
            at.plusSeconds(5),
            "fault    restore the backup of before",
            simulation -> {
              simulation.outages.allow(writes);
              simulation.restore(Math.max(simulation.firstVersion(), taken[0]));
            }));
  }

  /// Some kubelets have clocks that are minutes ahead or behind.
  private void clocksAreOff() {
    steps.start(
        "{podManagementPolicy: OrderedReady, replicas: %s, minReadySeconds: %s}"
            .formatted(steps.one("1", "4"), steps.one("0", "0", "5")));
    for (var node = 0; node < Simulation.NODES; node++) {
      var name = "node-" + node;
      var ahead = Duration.ofSeconds(chance.nextInt(900) - 300);
      steps.fault(
          0, "clocks of nodes off", simulation -> simulation.cluster.chaos().setClock(name, ahead));
    }
    steps.edit(30, "{replicas: 5}");
    elapse(60);
  }

  /// The template is applied with the defaults of a webhook, and later without them.
  private void templateIsApplied() {
    steps.at(
        30 + chance.nextInt(30),
        "user     apply web with defaults",
        simulation -> apply(simulation, AppliedTemplate::defaulted));
    steps.at(
        80 + chance.nextInt(30),
        "user     apply web without defaults",
        simulation -> apply(simulation, AppliedTemplate::plain));
    steps.elapse(150);
  }

  private static void apply(
      Simulation simulation, java.util.function.UnaryOperator<Json.Obj> change) {
    var set = simulation.history.sets.get("web");
    if (set != null) {
      simulation.count("templates applied again");
      simulation.patchSet(
          Json.of("spec", Json.of("template", change.apply(set.spec().template()))));
    }
  }

  /// Pods that run and are not ready have to be removed.
  private void podsAreUnwell() {
    steps.start(
        "{replicas: 4, podManagementPolicy: OrderedReady, ordinals: null, reserveOrdinals: null, %s}"
            .formatted(template("app:1").substring(1).replaceAll("}$", "")));
    var unwell =
        List.of("web-0", "web-1", "web-2", "web-3").stream()
            .filter(_ -> chance.nextInt(4) != 0)
            .toList();
    var unready = Yaml.read("{metadata: {annotations: {sim.ordinal.dev/ready: 'false'}}}");
    steps.fault(
        60,
        "pods unready in a scale-down",
        simulation -> unwell.forEach(pod -> simulation.patchPod(pod, unready)));
    steps.edit(70, "{replicas: %s}".formatted(steps.one("0", "1", "2")));
    elapse(0);
  }
}
