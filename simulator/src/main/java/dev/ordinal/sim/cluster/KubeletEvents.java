package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.Kubelet;
import java.util.List;

/// The events of kubelets, derived from the patches that they are about to write.
record KubeletEvents(EventRecorder recorder) {
  void write(Json.Obj pod, Kubelet.Step step) {
    if (!recorder.isOpen()) {
      return;
    }
    step.pulls().keySet().forEach(image -> recorder.tell(pod, "Pulling", pulling(image)));
    if (SimClient.isTerminating(pod) && !step.isGone()) {
      for (var container : pod.object("spec").items("containers")) {
        var name = ((Json.Obj) container).text("name");
        recorder.tell(pod, "Killing", "Stopping container " + name);
      }
    }
    step.patch().ifPresent(patch -> containers(pod, patch.object("status")));
  }

  void tellMount(Json.Obj pod, String words) {
    recorder.warn(pod, "FailedMount", words);
  }

  private void containers(Json.Obj pod, Json.Obj status) {
    for (var field : List.of("initContainerStatuses", "containerStatuses")) {
      status.items(field).forEach(each -> container(pod, field, (Json.Obj) each));
    }
  }

  private static String pulling(String image) {
    return "Pulling image \"%s\"".formatted(image);
  }

  private String pulled(Json.Obj pod, String image) {
    return recorder
        .findEnd(pod, "Pulling", pulling(image))
        .map(
            time ->
                "Successfully pulled image \"%s\" in %dms (%2$dms including waiting). Image size: %d bytes."
                    .formatted(image, time.toMillis(), Kubelets.size(image)))
        .orElseGet(() -> "Container image \"%s\" already present on machine".formatted(image));
  }

  private void container(Json.Obj pod, String field, Json.Obj next) {
    var before =
        pod.object("status").items(field).stream()
            .map(Json.Obj.class::cast)
            .filter(each -> each.text("name").equals(next.text("name")))
            .findFirst()
            .orElse(Json.EMPTY);
    if (!next.text("containerID").equals(before.text("containerID"))) {
      recorder.tell(pod, "Pulled", pulled(pod, next.text("image")));
      recorder.tell(pod, "Created", "Container created");
      recorder.tell(pod, "Started", "Container started");
    }
    var waiting = next.object("state").object("waiting");
    if (waiting.equals(before.object("state").object("waiting"))) {
      return;
    }
    switch (waiting.text("reason")) {
      case "ErrImagePull", "ErrImageNeverPull" ->
          recorder.warn(pod, "Failed", waiting.text("message"));
      case "InvalidImageName" -> {
        recorder.warn(pod, "InspectFailed", waiting.text("message"));
        recorder.warn(pod, "Failed", "Error: InvalidImageName");
      }
      case "CreateContainerConfigError" ->
          recorder.warn(pod, "Failed", "Error: " + waiting.text("message"));
      case "ImagePullBackOff" -> recorder.tell(pod, "BackOff", waiting.text("message"));
      case "CrashLoopBackOff" -> recorder.warn(pod, "BackOff", waiting.text("message"));
      default -> {}
    }
  }
}
