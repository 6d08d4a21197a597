package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.control.SelectedPods.Selector;
import dev.ordinal.sim.kind.strategy.Labels;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Writes the endpoint slices of Services with a selector. A slice has up to a hundred pods, and a
/// pod stays in its first slice.
public final class EndpointController {
  private static final int ROOM = 100;

  private final ApiServer server;
  private final SelectedPods selected;
  private final TreeMap<String, Json.Obj> pending = new TreeMap<>();
  private final Map<String, Slices> slices = new HashMap<>();

  /// The state of one Service: the slice of each pod, the pods and the name of each slice, and the
  /// slices to check.
  private record Slices(
      SortedMap<String, Integer> places,
      SortedMap<Integer, Set<String>> pods,
      SortedMap<Integer, String> names,
      TreeSet<Integer> dirty) {
    static Slices none() {
      return new Slices(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    }

    void touch(String pod) {
      dirty.add(places.computeIfAbsent(pod, this::placed));
    }

    private int placed(String pod) {
      var number = 0;
      while (of(number).size() >= ROOM) {
        number++;
      }
      of(number).add(pod);
      return number;
    }

    private Set<String> of(int number) {
      return pods.computeIfAbsent(number, _ -> new TreeSet<>());
    }

    /// The pods of a slice that still exist.
    Set<String> keep(int number, Map<String, Json.Obj> living) {
      var all = of(number);
      var gone = all.stream().filter(pod -> !living.containsKey(pod)).toList();
      gone.forEach(all::remove);
      places.keySet().removeAll(gone);
      return all;
    }
  }

  public EndpointController(ApiServer server) {
    this.server = server;
    this.selected = new SelectedPods(server);
    server.listen(this::note);
  }

  private void note(Change change) {
    switch (change.resource().storage()) {
      case "/pods" -> {
        var name = change.object().object("metadata").text("name");
        selected.note(change).forEach(choice -> notePod(choice, name));
      }
      case "/services" -> noteService(change);
      default -> {}
    }
  }

  private void notePod(Selector choice, String pod) {
    var all = slices.computeIfAbsent(key(choice.owner()), _ -> Slices.none());
    all.touch(pod);
    pending.put(key(choice.owner()), choice.owner());
  }

  private void noteService(Change change) {
    var service = change.object();
    if (change.type() == Change.Type.DELETED) {
      // The garbage collector deletes the slices.
      selected.remove(service);
      slices.remove(key(service));
      pending.remove(key(service));
      return;
    }
    var wanted = service.object("spec").object("selector");
    var isSame =
        change
            .before()
            .filter(old -> old.object("spec").equals(service.object("spec")))
            .isPresent();
    if (isSame || wanted.equals(Json.EMPTY)) {
      return;
    }
    selected.put(service, pod -> Labels.covers(wanted, pod.object("metadata").object("labels")));
    var all = slices.computeIfAbsent(key(service), _ -> Slices.none());
    selected
        .find(metadata(service).text("namespace"), metadata(service).text("name"))
        .ifPresent(choice -> choice.pods().keySet().forEach(all::touch));
    all.dirty.add(0);
    all.dirty.addAll(all.pods.keySet());
    pending.put(key(service), service);
  }

  private static Json.Obj metadata(Json.Obj object) {
    return object.object("metadata");
  }

  private static String key(Json.Obj service) {
    return metadata(service).text("namespace") + "/" + metadata(service).text("name");
  }

  /// Handles one Service. Returns false when none is due.
  public boolean step(Instant now) {
    var next = pending.pollFirstEntry();
    if (next == null) {
      return false;
    }
    var service = metadata(next.getValue());
    var all = slices.get(next.getKey());
    selected
        .find(service.text("namespace"), service.text("name"))
        .filter(_ -> all != null)
        .ifPresent(choice -> write(choice, Objects.requireNonNull(all), now));
    return true;
  }

  private void write(Selector choice, Slices all, Instant now) {
    for (var number = all.dirty.pollFirst(); number != null; number = all.dirty.pollFirst()) {
      var pods =
          all.keep(number, choice.pods()).stream()
              .map(pod -> Objects.requireNonNull(choice.pods().get(pod)))
              .toList();
      var slice = Endpoints.of(choice.owner(), pods);
      var name = all.names.getOrDefault(number, "");
      var written = name.isEmpty() ? create(slice, now) : update(slice, name, now);
      if (written.isEmpty()) {
        all.names.remove(number);
      } else {
        all.names.put(number, written);
      }
    }
  }

  private Target target(Json.Obj slice) {
    return server.target(
        "discovery.k8s.io/v1", "endpointslices", metadata(slice).text("namespace"), "");
  }

  private String create(Json.Obj slice, Instant now) {
    return metadata(server.handle(Request.create(target(slice), slice), now).body()).text("name");
  }

  /// A user may have deleted it.
  private String update(Json.Obj slice, String name, Instant now) {
    var lists =
        Json.of("endpoints", slice.find("endpoints").orElse(new Json.Null()))
            .with("ports", slice.find("ports").orElse(new Json.Null()));
    var patch = Request.patch(target(slice).name(name), Request.Form.MERGE_PATCH, lists);
    return server.handle(patch, now).isOk() ? name : create(slice, now);
  }
}
