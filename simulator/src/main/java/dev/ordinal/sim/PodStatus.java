package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The status that the kubelet reports: fields, and the conditions that it owns.
record PodStatus(Json.Obj fields, List<Json.Obj> conditions) {

  PodStatus {
    conditions = List.copyOf(conditions);
  }

  /// The status of a pod whose containers run or start.
  static PodStatus alive(PodMemory memory, KubeletInput input) {
    var isStarted = memory.haveAllStarted();
    var seen = input.pod().object("status");
    var fields =
        reports(memory, input)
            .with("phase", Json.of(isStarted ? "Running" : "Pending"))
            .with("hostIP", Json.of(input.node().address()))
            .with("hostIPs", addresses(input.node().address()))
            .with(
                "startTime",
                seen.find("startTime").orElse(Json.of(ContainerRun.seconds(input.now()))));
    if (isStarted) {
      var address = address(input.uid());
      fields = fields.with("podIP", Json.of(address)).with("podIPs", addresses(address));
    }
    return new PodStatus(fields, conditions(memory, input));
  }

  /// The status of a pod whose containers wait for its volumes or its init containers.
  static PodStatus beginning(PodMemory memory, KubeletInput input, boolean isMounted) {
    var first = PodMemory.containers(input.pod(), "initContainers").toList();
    var waiting = first.isEmpty() ? "ContainerCreating" : "PodInitializing";
    var fields =
        Json.of("containerStatuses", waiting(input, "containers", waiting))
            .with("phase", Json.of("Pending"))
            .with("hostIP", Json.of(input.node().address()))
            .with("hostIPs", addresses(input.node().address()))
            .with("startTime", startTime(input));
    if (!first.isEmpty()) {
      fields = fields.with("initContainerStatuses", Json.of(firstReports(memory, input)));
    }
    var generation = input.pod().object("metadata").find("generation");
    if (generation.isPresent()) {
      fields = fields.with("observedGeneration", generation.get());
    }
    return new PodStatus(fields, beginningConditions(memory, input, isMounted));
  }

  private static Json startTime(KubeletInput input) {
    return input
        .pod()
        .object("status")
        .find("startTime")
        .orElse(Json.of(ContainerRun.seconds(input.now())));
  }

  private static List<Json.Obj> beginningConditions(
      PodMemory memory, KubeletInput input, boolean isMounted) {
    var incomplete =
        firstReports(memory, input).stream()
            .filter(report -> report.object("state").find("terminated").isEmpty())
            .map(report -> report.text("name"))
            .collect(Collectors.joining(" "));
    var unready =
        PodMemory.containers(input.pod(), "containers")
            .map(spec -> spec.text("name"))
            .collect(Collectors.joining(" ", "containers with unready status: [", "]"));
    return List.of(
        PodConditions.met("PodScheduled"),
        incomplete.isEmpty()
            ? PodConditions.met("Initialized")
            : PodConditions.unmet(
                "Initialized",
                "ContainersNotInitialized",
                "containers with incomplete status: [%s]".formatted(incomplete)),
        isMounted
            ? PodConditions.met("PodReadyToStartContainers")
            : PodConditions.met("PodReadyToStartContainers").with("status", Json.of("False")),
        PodConditions.unmet("ContainersReady", "ContainersNotReady", unready),
        PodConditions.unmet("Ready", "ContainersNotReady", unready));
  }

  /// Init containers: those before the current one have ended, those after it wait.
  private static List<Json.Obj> firstReports(PodMemory memory, KubeletInput input) {
    var reports = new ArrayList<Json.Obj>();
    var isMounted = input.node().missing().mount().isEmpty();
    var hasEnded = isMounted;
    for (var spec : PodMemory.containers(input.pod(), "initContainers").toList()) {
      var run = memory.find(spec.text("name")).filter(_ -> isMounted);
      hasEnded &= run.isEmpty() && !PodMemory.isSidecar(spec);
      if (run.isPresent()) {
        reports.add(
            new ContainerReport(run.get(), input.uid(), input.settings()).write(input.now()));
      } else {
        reports.add(
            hasEnded
                ? ContainerReport.initialized(spec, input)
                : ContainerReport.waiting(spec, "PodInitializing"));
      }
    }
    return reports;
  }

  private static Json waiting(KubeletInput input, String field, String reason) {
    return Json.of(
        PodMemory.containers(input.pod(), field)
            .map(spec -> ContainerReport.waiting(spec, reason))
            .toList());
  }

  /// The status of a pod whose containers have all ended.
  static PodStatus over(PodMemory memory, KubeletInput input, String phase) {
    var reason = phase.equals("Succeeded") ? "PodCompleted" : "PodFailed";
    return new PodStatus(
        reports(memory, input).with("phase", Json.of(phase)),
        List.of(
            PodConditions.unmet("ContainersReady", reason, ""),
            PodConditions.unmet("Ready", reason, "")));
  }

  PodStatus evicted() {
    var message = "The node was low on resource: memory.";
    var all = new ArrayList<>(conditions);
    all.add(PodConditions.explained("DisruptionTarget", true, "TerminationByKubelet", message));
    return new PodStatus(
        fields.with("reason", Json.of("Evicted")).with("message", Json.of(message)), all);
  }

  private static List<Json.Obj> conditions(PodMemory memory, KubeletInput input) {
    var all = new ArrayList<Json.Obj>();
    all.add(PodConditions.met("PodScheduled"));
    all.add(PodConditions.met("Initialized"));
    all.add(PodConditions.met("PodReadyToStartContainers"));
    var areReady = memory.areAllReady(input.settings(), input.now());
    var unready = "containers with unready status: [%s]".formatted(unready(memory, input));
    all.add(
        areReady
            ? PodConditions.met("ContainersReady")
            : PodConditions.unmet("ContainersReady", "ContainersNotReady", unready));
    if (!areReady) {
      all.add(PodConditions.unmet("Ready", "ContainersNotReady", unready));
    } else if (input.areGatesOpen()) {
      all.add(PodConditions.met("Ready"));
    } else {
      all.add(
          PodConditions.unmet("Ready", "ReadinessGatesNotReady", "a readiness gate is not True"));
    }
    memory
        .resizeRefusal()
        .ifPresent(
            why ->
                all.add(
                    PodConditions.explained(
                        "PodResizePending", true, why.reason(), why.message())));
    memory.resizedAt().ifPresent(_ -> all.add(PodConditions.met("PodResizeInProgress")));
    return all;
  }

  private static String unready(PodMemory memory, KubeletInput input) {
    return memory.runs().values().stream()
        .filter(run -> !run.isReady(input.settings(), input.now()))
        .map(ContainerRun::name)
        .collect(Collectors.joining(" "));
  }

  private static Json.Obj reports(PodMemory memory, KubeletInput input) {
    var fields =
        Json.of("containerStatuses", Json.of(reports(memory, input, "containers").toList()));
    var generation = input.pod().object("metadata").find("generation");
    if (generation.isPresent()) {
      fields = fields.with("observedGeneration", generation.get());
    }
    var first = reports(memory, input, "initContainers").toList();
    return first.isEmpty() ? fields : fields.with("initContainerStatuses", Json.of(first));
  }

  private static Stream<Json.Obj> reports(PodMemory memory, KubeletInput input, String field) {
    return PodMemory.containers(input.pod(), field)
        .map(
            spec ->
                memory
                    .find(spec.text("name"))
                    .map(run -> new ContainerReport(run, input.uid(), input.settings()))
                    .map(report -> report.write(input.now()))
                    .orElseGet(() -> ContainerReport.initialized(spec, input)));
  }

  private static Json.Arr addresses(String address) {
    return Json.of(List.of(Json.of("ip", Json.of(address))));
  }

  /// The same for the same pod, and most likely different for another.
  private static String address(String uid) {
    var hash = Image.sha256(uid);
    return "10.%d.%d.%d"
        .formatted(
            Integer.parseInt(hash.substring(0, 2), 16),
            Integer.parseInt(hash.substring(2, 4), 16),
            1 + Integer.parseInt(hash.substring(4, 6), 16) % 254);
  }
}
