package dev.ordinal.run;

import dev.ordinal.model.ClassView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Picture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Small views for the engine's tests.
final class Views {
  static final Instant NOW = Picture.NOW;

  private Views() {}

  static PodView pod(String name, String uid, long version) {
    return pod(name, uid, version, "set");
  }

  static PodView pod(String name, String uid, long version, String owner) {
    var owners = List.of(new Meta.Owner(Names.API_VERSION, Names.KIND, "web", owner, true));
    return new PodView(
        meta(name, uid, version, owners),
        PodView.Phase.PENDING,
        "",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        Optional.empty(),
        List.of());
  }

  static ClassView storageClass(String name, long version) {
    var meta = meta(name, "uid-" + name, version, List.of());
    var nowhere =
        new Meta(
            "",
            name,
            meta.uid(),
            version,
            1,
            meta.labels(),
            meta.annotations(),
            List.of(),
            List.of(),
            NOW,
            Optional.empty());
    return new ClassView(nowhere, true);
  }

  /// The revision of the set's template, as `Picture` draws it.
  static RevisionView revision(String image) {
    return Picture.of("template=" + image, "").snapshot().revisions().getFirst();
  }

  /// The set `shop/web` with uid `set`, as the rules of a picture describe it.
  static SetView set(String rules) {
    var drawn = Picture.of(rules, "").snapshot().set();
    return new SetView(meta("web", "set", 1, List.of()), drawn.spec(), SetStatus.NONE, List.of());
  }

  /// Another set with the same selector.
  static SetView setNamed(String name) {
    var web = set("replicas=1");
    var meta = meta(name, "uid-" + name, 1, List.of());
    return new SetView(meta, web.spec(), SetStatus.NONE, List.of());
  }

  static Meta meta(String name, String uid, long version, List<Meta.Owner> owners) {
    return new Meta(
        "shop",
        name,
        uid,
        version,
        1,
        new TreeMap<>(Map.of("app", "web")),
        new TreeMap<>(),
        owners,
        List.of(),
        NOW,
        Optional.empty());
  }
}
