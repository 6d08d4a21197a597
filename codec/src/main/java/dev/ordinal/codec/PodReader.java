package dev.ordinal.codec;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Mark;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.life.ContainerState;
import dev.ordinal.model.number.Quantity;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the part of a pod that decisions use: about one kilobyte of six.
public final class PodReader implements Decoder<PodView> {
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");

  @Override
  public PodView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return draft.pod();
  }

  /// A container while spec and status are read, in either order.
  private static final class Box {
    String name = "";
    String image = "";
    String imageId = "";
    String containerId = "";
    int restarts;
    boolean isReady;
    ContainerState state = ContainerState.NONE;
    ContainerState last = ContainerState.NONE;
    SortedMap<String, String> sizes = Collections.emptySortedMap();

    Container container(Box status) {
      var state = status.state.about(image);
      return new Container(
          name,
          image,
          status.imageId,
          status.containerId,
          status.restarts,
          status.isReady,
          state.reason(),
          status.isSizedAs(this),
          isNamed(status.image, image) || isNamed(status.image, image + ":latest"),
          status.isReady ? "" : state.detail(status.last),
          !status.isReady && state.hasExited(status.last));
    }

    /// Runtimes prepend the registry to a name that has none.
    private static boolean isNamed(String reported, String image) {
      return reported.equals(image) || reported.endsWith("/" + image);
    }

    /// A kubelet that does not report resources cannot be waited for.
    private boolean isSizedAs(Box spec) {
      return sizes.isEmpty()
          || spec.sizes.entrySet().stream()
              .allMatch(
                  size -> Quantity.isSame(size.getValue(), sizes.getOrDefault(size.getKey(), "")));
    }
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private Phase phase = Phase.NONE;
    private String node = "";
    private final List<Condition> conditions = new ArrayList<>(6);
    private final List<Box> specs = new ArrayList<>(2);
    private final List<Box> initSpecs = new ArrayList<>(0);
    private final List<Box> statuses = new ArrayList<>(2);
    private final List<String> gates = new ArrayList<>(2);
    private final TreeMap<String, String> claims = new TreeMap<>();
    private List<Mark> marks = List.of();

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
        case "containers" -> fields.items(() -> container(specs));
        case "initContainers" -> fields.items(() -> container(initSpecs));
        case "readinessGates" -> fields.items(() -> fields.each(this::gate));
        case "volumes" -> fields.items(this::volume);
        default -> {}
      }
    }

    private void status(String name) throws IOException {
      switch (name) {
        case "phase" -> phase = phase(fields.word());
        case "conditions" -> fields.items(this::condition);
        // A name is unique in a pod, across all kinds of containers.
        case "containerStatuses", "initContainerStatuses" -> fields.items(this::containerStatus);
        default -> {}
      }
    }

    private void container(List<Box> kind) throws IOException {
      var box = new Box();
      kind.add(box);
      fields.each(
          name -> {
            switch (name) {
              case "name" -> box.name = fields.word();
              case "image" -> box.image = fields.word();
              case "resources" -> box.sizes = sizes();
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
      var texts = new String[] {"", "", "", ""};
      var since = new ArrayList<Instant>(1);
      fields.each(
          name -> {
            switch (name) {
              case "type" -> texts[0] = fields.word();
              case "status" -> texts[1] = fields.word();
              case "reason" -> texts[2] = fields.word();
              // The type usually precedes the message, and tells whether it is needed.
              case "message" -> texts[3] = mayMatter(texts[0]) ? fields.text() : "";
              case "lastTransitionTime" -> fields.time().ifPresent(since::add);
              default -> {}
            }
          });
      if (isMarked(texts[0])) {
        marks = InPlaceParser.marks(texts[3]);
      }
      var at = since.stream().findFirst();
      var isTrue = texts[1].equals("True");
      var message = Condition.isExplained(texts[0], isTrue) ? texts[3] : "";
      conditions.add(new Condition(texts[0], isTrue, texts[2], message, at));
    }

    private static boolean mayMatter(String condition) {
      return condition.isEmpty() || isMarked(condition) || Condition.isExplained(condition, false);
    }

    private static boolean isMarked(String condition) {
      return condition.equals("KruisePodReady");
    }

    private void containerStatus() throws IOException {
      var box = new Box();
      statuses.add(box);
      fields.each(
          name -> {
            switch (name) {
              case "name" -> box.name = fields.word();
              case "image" -> box.image = fields.word();
              case "imageID" -> box.imageId = fields.word();
              case "containerID" -> box.containerId = fields.text();
              case "restartCount" -> box.restarts = (int) fields.number();
              case "ready" -> box.isReady = fields.isTrue();
              case "state" -> box.state = state();
              case "lastState" -> box.last = state();
              case "resources" -> box.sizes = sizes();
              default -> {}
            }
          });
    }

    /// The resources that can change while the container runs, such as `limits/cpu`.
    private SortedMap<String, String> sizes() throws IOException {
      var sizes = new TreeMap<String, String>();
      fields.each(
          part ->
              fields
                  .words(RESIZABLE::contains)
                  .forEach((name, amount) -> sizes.put(part + "/" + name, amount)));
      return sizes;
    }

    /// Why the container does not run: its waiting or terminated state.
    private ContainerState state() throws IOException {
      var texts = new String[] {"", "", ""};
      fields.each(
          state -> {
            if (!state.equals("running")) {
              fields.each(
                  name -> {
                    switch (name) {
                      case "reason" -> texts[0] = fields.word();
                      case "message" -> texts[1] = fields.text();
                      case "exitCode" -> texts[2] = Long.toString(fields.number());
                      default -> {}
                    }
                  });
            }
          });
      return new ContainerState(texts[0], texts[1], texts[2]);
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
      var seen = MetaReader.orNone(meta);
      return new PodView(
          seen,
          phase,
          node,
          conditions,
          containers(specs),
          containers(initSpecs),
          gates,
          claims,
          inPlace(seen),
          marks);
    }

    private List<Container> containers(List<Box> kind) {
      return kind.stream().map(spec -> spec.container(statusOf(spec))).toList();
    }

    private static Optional<InPlaceState> inPlace(Meta meta) {
      return InPlaceParser.parse(
          annotation(meta, "inplace-update-state"), annotation(meta, "inplace-update-grace"));
    }

    /// By its name, or by the name without a prefix that early versions of Kruise used.
    private static String annotation(Meta meta, String name) {
      var legacy = meta.annotations().getOrDefault(name, "");
      return meta.annotations().getOrDefault("apps.kruise.io/" + name, legacy);
    }
  }
}
