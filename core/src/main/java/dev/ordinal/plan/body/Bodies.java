package dev.ordinal.plan.body;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.LifecycleState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The objects we create, as JSON: pods, their claims, and revisions. Whatever else a template says
/// is passed on untouched.
public final class Bodies {
  private Bodies() {}

  public static Json.Obj pod(SetView set, int ordinal, RevisionView revision, Instant now) {
    var template = Revision.template(revision);
    var name = Names.pod(set.name(), ordinal);
    var labels =
        identity(template.object("metadata").object("labels"), set, ordinal)
            .with(Names.REVISION_LABEL, Json.of(revision.name()));
    var metadata =
        named(template.object("metadata"), set, name)
            .with("generateName", Json.of(set.name() + "-"))
            .with("labels", labels)
            .with("ownerReferences", Json.of(List.of(ownedBy(set))));
    return kind("v1", "Pod")
        .with("metadata", alive(metadata, set.spec().lifecycle(), now))
        .with("spec", podSpec(set, ordinal, template.object("spec")));
  }

  /// A template as an object of its own, to have the API server fill it in. It must have every
  /// volume that is mounted, also those that a pod gets from claims.
  public static Json.Obj template(Json.Obj template) {
    var spec = template.object("spec");
    var volumes = new ArrayList<>(spec.items("volumes"));
    var named = new TreeSet<String>();
    spec.objects("volumes").forEach(volume -> named.add(volume.text("name")));
    for (var list : List.of("initContainers", "containers")) {
      for (var container : spec.objects(list)) {
        mounted(container).filter(named::add).forEach(name -> volumes.add(claimed(name, name)));
      }
    }
    var whole = volumes.isEmpty() ? spec : spec.with("volumes", Json.of(volumes));
    return kind("v1", "PodTemplate")
        .with("metadata", Json.of("generateName", Json.of("template-")))
        .with("template", template.with("spec", whole));
  }

  private static Stream<String> mounted(Json.Obj container) {
    return Stream.of("volumeMounts", "volumeDevices")
        .flatMap(list -> container.objects(list).stream())
        .map(mount -> mount.text("name"));
  }

  /// These labels, with those by which a pod is found under its own name.
  public static Json.Obj identity(Json.Obj labels, SetView set, int ordinal) {
    var named = labels.with(Names.POD_NAME_LABEL, Json.of(Names.pod(set.name(), ordinal)));
    return set.spec().gates().contains(FeatureGate.POD_INDEX_LABEL)
        ? named.with(Names.POD_INDEX_LABEL, Json.of(Integer.toString(ordinal)))
        : named;
  }

  /// Where there are hooks, a pod says from its beginning where it is in its life.
  private static Json.Obj alive(Json.Obj metadata, Lifecycle hooks, Instant now) {
    if (hooks.isEmpty()) {
      return metadata;
    }
    var labels = new TreeMap<String, String>();
    metadata
        .object("labels")
        .members()
        .forEach((key, _) -> labels.put(key, metadata.object("labels").text(key)));
    var finalizers = metadata.items("finalizers").stream().map(Json::scalar).toList();
    var isAdmitted = hooks.preNormal().filter(hook -> !hook.isOn(labels, finalizers)).isEmpty();
    var stage = isAdmitted ? LifecycleState.NORMAL : LifecycleState.PREPARING_NORMAL;
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return metadata
        .with(
            "labels", metadata.object("labels").with(Names.LIFECYCLE_LABEL, Json.of(stage.label())))
        .with(
            "annotations",
            metadata.object("annotations").with(Names.LIFECYCLE_TIME, Json.of(time)));
  }

  private static Json.Obj podSpec(SetView set, int ordinal, Json.Obj template) {
    var spec =
        template
            .with("hostname", Json.of(Names.pod(set.name(), ordinal)))
            .with("volumes", Json.of(volumes(set, ordinal, template)));
    if (ReadinessGate.areWanted(set.spec().lifecycle())) {
      spec = spec.with("readinessGates", Json.of(withGate(template.items("readinessGates"))));
    }
    var service = set.spec().serviceName();
    return service.isEmpty() ? spec.without("subdomain") : spec.with("subdomain", Json.of(service));
  }

  private static List<Json> withGate(List<Json> gates) {
    var gate = Json.of("conditionType", Json.of(ReadinessGate.GATE));
    var all = new ArrayList<>(gates);
    if (!all.contains(gate)) {
      all.add(gate);
    }
    return all;
  }

  private static Json.Obj claimed(String volume, String claim) {
    return Json.of("name", Json.of(volume))
        .with("persistentVolumeClaim", Json.of("claimName", Json.of(claim)));
  }

  /// Claims first, in the order of their templates; they replace volumes of the same name.
  private static List<Json> volumes(SetView set, int ordinal, Json.Obj template) {
    var volumes = new ArrayList<Json>();
    for (var claim : set.spec().claimTemplates()) {
      var name = Names.claim(claim.name(), set.name(), ordinal);
      volumes.add(claimed(claim.name(), name));
    }
    var taken = set.spec().claimTemplates().stream().map(ClaimTemplate::name).toList();
    template.items("volumes").stream()
        .filter(volume -> !(volume instanceof Json.Obj v) || !taken.contains(v.text("name")))
        .forEach(volumes::add);
    return volumes;
  }

  /// The owner reference goes into the POST: a second write for it could be lost.
  public static Json.Obj claim(SetView set, int ordinal, ClaimTemplate template) {
    var labels = template.body().object("metadata").object("labels");
    for (var label : set.spec().selector().matchLabels().entrySet()) {
      labels = labels.with(label.getKey(), Json.of(label.getValue()));
    }
    var name = Names.claim(template.name(), set.name(), ordinal);
    var metadata = named(template.body().object("metadata"), set, name).with("labels", labels);
    if (set.spec().retention().deletesWithSet()) {
      metadata = metadata.with("ownerReferences", Json.of(List.of(ownedBy(set))));
    }
    return template
        .body()
        .without("status")
        .with("apiVersion", Json.of("v1"))
        .with("kind", Json.of("PersistentVolumeClaim"))
        .with("metadata", metadata);
  }

  public static Json.Obj revision(SetView set, String name, long number) {
    var template = set.spec().template();
    var hash = name.substring(name.lastIndexOf('-') + 1);
    var labels = template.object("metadata").object("labels").with(Names.HASH_LABEL, Json.of(hash));
    var annotations = new TreeMap<>(set.meta().annotations());
    var metadata =
        named(Json.EMPTY, set, name)
            .with("labels", labels)
            .with("annotations", Json.strings(annotations))
            .with("ownerReferences", Json.of(List.of(ownedBy(set))));
    return kind("apps/v1", "ControllerRevision")
        .with("metadata", metadata)
        .with("revision", Json.of(number))
        .with("data", Revision.payload(template));
  }

  public static Json.Obj ownedBy(SetView set) {
    return reference(kind(Names.API_VERSION, Names.KIND), set);
  }

  public static Json.Obj ownedBy(PodView pod) {
    return reference(kind("v1", "Pod"), pod);
  }

  public static Json.Obj ownedBy(JobView job) {
    return reference(kind(Names.API_VERSION, Names.JOB_KIND), job);
  }

  private static Json.Obj reference(Json.Obj kind, View owner) {
    return kind.with("name", Json.of(owner.name()))
        .with("uid", Json.of(owner.uid()))
        .with("controller", Json.of(true))
        .with("blockOwnerDeletion", Json.of(true));
  }

  private static Json.Obj kind(String apiVersion, String kind) {
    return Json.of("apiVersion", Json.of(apiVersion)).with("kind", Json.of(kind));
  }

  private static Json.Obj named(Json.Obj metadata, SetView set, String name) {
    return metadata
        .with("name", Json.of(name))
        .with("namespace", Json.of(set.meta().namespace()))
        .without("creationTimestamp");
  }
}
