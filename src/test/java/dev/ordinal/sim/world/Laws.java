package dev.ordinal.sim.world;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.order.Ordinals;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// What never happens, checked on every change of every object.
final class Laws {
  private final Timeline time;
  private final TreeMap<String, SetView> sets = new TreeMap<>();
  private final TreeSet<String> claims = new TreeSet<>();
  private final List<String> broken = new ArrayList<>();

  /// A user's edit may cross a decision that was right a moment ago.
  boolean wasEdited;

  Laws(ApiServer server, Timeline time) {
    this.time = time;
    server.listen(this::note);
  }

  private void note(Change change) {
    var name = change.object().object("metadata").text("name");
    var isGone = change.type() == Change.Type.DELETED;
    switch (change.resource().names().plural()) {
      case "statefulsets" -> {
        if (isGone) {
          sets.remove(name);
        } else {
          sets.put(name, Views.set(change.object()));
        }
      }
      case "pods" -> pod(change, Views.pod(change.object()));
      case "persistentvolumeclaims" -> claim(change, name);
      default -> {}
    }
  }

  private void pod(Change change, PodView pod) {
    if (change.type() == Change.Type.ADDED) {
      claimsFirst(pod);
      reservedStayFree(pod);
    }
  }

  /// No pod before its claims: the scheduler would wait for something nobody makes.
  private void claimsFirst(PodView pod) {
    for (var claim : pod.claims().values()) {
      if (!claims.contains(claim)) {
        broken("%s was created before its claim %s".formatted(pod.name(), claim));
      }
    }
  }

  private void claim(Change change, String name) {
    if (change.type() == Change.Type.DELETED) {
      claims.remove(name);
      for (var set : sets.values()) {
        var retention = set.spec().retention();
        if (!retention.deletesWhenScaled() && !retention.deletesWithSet()) {
          broken("claim " + name + " was deleted, which no policy says");
        }
      }
    } else {
      claims.add(name);
    }
  }

  private void reservedStayFree(PodView pod) {
    for (var set : sets.values()) {
      var ordinal = Names.ordinal(set.name(), pod.name());
      if (ordinal >= 0 && Ordinals.of(set.spec()).isReserved(ordinal) && !wasEdited) {
        broken(pod.name() + " was created though its ordinal is reserved");
      }
    }
  }

  private void broken(String words) {
    broken.add(time.now() + " " + words);
  }

  void check() {
    if (!broken.isEmpty()) {
      throw new AssertionError(String.join("\n", broken));
    }
  }
}
