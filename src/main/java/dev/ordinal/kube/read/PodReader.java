package dev.ordinal.kube.read;

import dev.ordinal.api.InPlaceParser;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads a pod, six kilobytes on the wire, into the one that decisions need.
public final class PodReader implements Decoder<PodView> {
  @Override
  public PodView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return draft.pod();
  }

  /// What is known of a container while spec and status are read, in whichever order they come.
  private static final class Box {
    String name = "";
    String image = "";
    String imageId = "";
    String containerId = "";
    int restarts;
    boolean isReady;
    String waiting = "";

    Container container(Box status) {
      return new Container(
          name,
          image,
          status.imageId,
          status.containerId,
          status.restarts,
          status.isReady,
          status.waiting);
    }
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private Phase phase = Phase.NONE;
    private String node = "";
    private final List<Condition> conditions = new ArrayList<>(6);
    private final List<Box> specs = new ArrayList<>(2);
    private final List<Box> statuses = new ArrayList<>(2);
    private final List<String> gates = new ArrayList<>(2);
    private final TreeMap<String, String> claims = new TreeMap<>();

    Draft(Fields fields) {
      this.fields = fields;
    }

    void top(String name) throws IOException {
      switch (name) {
        case "metadata" -> meta = MetaReader.read(fields);
        case "spec" -> fields.each(this::spec);
        case "status" -> fields.each(this::status);
        default -> {}
      }
    }

    private void spec(String name) throws IOException {
      switch (name) {
        case "nodeName" -> node = fields.word();
        case "containers" -> fields.items(this::container);
        case "readinessGates" -> fields.items(() -> fields.each(this::gate));
        case "volumes" -> fields.items(this::volume);
        default -> {}
      }
    }

    private void status(String name) throws IOException {
      switch (name) {
        case "phase" -> phase = phase(fields.word());
        case "conditions" -> fields.items(this::condition);
        case "containerStatuses" -> fields.items(this::containerStatus);
        default -> {}
      }
    }

    private void container() throws IOException {
      var box = new Box();
      specs.add(box);
      fields.each(
          name -> {
            switch (name) {
              case "name" -> box.name = fields.word();
              case "image" -> box.image = fields.word();
              default -> {}
            }
          });
    }

    private void gate(String name) throws IOException {
      if (name.equals("conditionType")) {
        gates.add(fields.word());
      }
    }

    private void volume() throws IOException {
      var texts = new String[] {"", ""};
      fields.each(
          name -> {
            switch (name) {
              case "name" -> texts[0] = fields.word();
              case "persistentVolumeClaim" ->
                  fields.each(
                      inner -> {
                        if (inner.equals("claimName")) {
                          texts[1] = fields.word();
                        }
                      });
              default -> {}
            }
          });
      if (!texts[1].isEmpty()) {
        claims.put(texts[0], texts[1]);
      }
    }

    private void condition() throws IOException {
      var texts = new String[] {"", "", ""};
      var since = new ArrayList<Instant>(1);
      fields.each(
          name -> {
            switch (name) {
              case "type" -> texts[0] = fields.word();
              case "status" -> texts[1] = fields.word();
              case "reason" -> texts[2] = fields.word();
              case "lastTransitionTime" -> fields.time().ifPresent(since::add);
              default -> {}
            }
          });
      var at = since.stream().findFirst();
      conditions.add(new Condition(texts[0], texts[1].equals("True"), texts[2], at));
    }

    private void containerStatus() throws IOException {
      var box = new Box();
      statuses.add(box);
      fields.each(
          name -> {
            switch (name) {
              case "name" -> box.name = fields.word();
              case "imageID" -> box.imageId = fields.word();
              case "containerID" -> box.containerId = fields.text();
              case "restartCount" -> box.restarts = (int) fields.number();
              case "ready" -> box.isReady = fields.isTrue();
              case "state" -> box.waiting = waiting();
              default -> {}
            }
          });
    }

    /// Why the container does not run: the reason of its waiting or terminated state.
    private String waiting() throws IOException {
      var reason = new String[] {""};
      fields.each(
          state -> {
            if (!state.equals("running")) {
              fields.each(
                  name -> {
                    if (name.equals("reason")) {
                      reason[0] = fields.word();
                    }
                  });
            }
          });
      return reason[0];
    }

    private static Phase phase(String text) {
      return switch (text) {
        case "Pending" -> Phase.PENDING;
        case "Running" -> Phase.RUNNING;
        case "Succeeded" -> Phase.SUCCEEDED;
        case "Failed" -> Phase.FAILED;
        case "" -> Phase.NONE;
        default -> Phase.UNKNOWN;
      };
    }

    private Box statusOf(Box spec) {
      for (var status : statuses) {
        if (status.name.equals(spec.name)) {
          return status;
        }
      }
      return new Box();
    }

    PodView pod() {
      var containers = specs.stream().map(spec -> spec.container(statusOf(spec))).toList();
      var seen = MetaReader.orNone(meta);
      return new PodView(seen, phase, node, conditions, containers, gates, claims, inPlace(seen));
    }

    private static Optional<InPlaceState> inPlace(Meta meta) {
      var annotations = meta.annotations();
      var legacy = annotations.getOrDefault("inplace-update-state", "");
      var text = annotations.getOrDefault("apps.kruise.io/inplace-update-state", legacy);
      return text.isEmpty() ? Optional.empty() : InPlaceParser.parse(text);
    }
  }
}
