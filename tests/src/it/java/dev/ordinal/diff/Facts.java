package dev.ordinal.diff;

import dev.ordinal.diff.Recorder.Scene;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.JsonSource;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// A namespace at rest as lines of text, without what differs between any two runs: uids, times,
/// nodes and the hashes in names.
final class Facts {
  private static final List<String> PERSONAL =
      List.of(
          "uid",
          "resourceVersion",
          "creationTimestamp",
          "deletionTimestamp",
          "generation",
          "managedFields",
          "namespace");
  private static final List<String> COUNTS =
      List.of(
          "replicas", "readyReplicas", "availableReplicas", "currentReplicas", "updatedReplicas");
  /// Annotations of Kruise's that hold JSON.
  private static final List<String> RECORDS =
      List.of("inplace-update-state", "inplace-update-grace");

  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-\\w+");

  private final SortedSet<String> lines = new TreeSet<>();
  private final Map<String, String> aliases;

  private Facts(Map<String, String> aliases) {
    this.aliases = aliases;
  }

  static SortedSet<String> of(Scene scene, Map<String, String> aliases) {
    var facts = new Facts(aliases);
    scene.set().ifPresent(facts::addSet);
    scene.pods().forEach(facts::addPod);
    scene.claims().forEach(facts::addClaim);
    scene.revisions().forEach(facts::addRevision);
    return facts.lines;
  }

  private void addSet(Json.Obj set) {
    var status = set.object("status");
    for (var count : COUNTS) {
      lines.add("status." + count + " = " + number(status, count));
    }
    lines.add("status.currentRevision = " + alias(status.text("currentRevision")));
    lines.add("status.updateRevision = " + alias(status.text("updateRevision")));
    lines.add("status.collisionCount = " + number(status, "collisionCount"));
  }

  private void addPod(String name, Json.Obj pod) {
    var at = "pod " + name;
    addMeta(at, pod);
    add(at + ".spec", pod.object("spec").without("nodeName"));
    lines.add(at + ".phase = " + Recorder.phase(pod));
    lines.add(at + ".ready = " + Recorder.isReady(pod));
    lines.add(at + ".terminating = " + Recorder.isTerminating(pod));
  }

  private void addClaim(String name, Json.Obj claim) {
    var at = "claim " + name;
    addMeta(at, claim);
    add(at + ".spec", claim.object("spec").without("volumeName"));
    add(at + ".capacity", claim.object("status").object("capacity"));
    lines.add(at + ".phase = " + claim.object("status").text("phase"));
  }

  private void addRevision(String name, Json.Obj revision) {
    var at = "revision " + alias(name);
    addMeta(at, revision);
    lines.add(at + ".number = " + number(revision, "revision"));
    add(at + ".payload", Json.normal(revision.object("data")));
  }

  private void addMeta(String at, Json.Obj object) {
    var meta = object.object("metadata").without("ownerReferences");
    for (var field : PERSONAL) {
      meta = meta.without(field);
    }
    add(at + ".metadata", meta);
    for (var owner : object.object("metadata").items("ownerReferences")) {
      // Both halves own as kind StatefulSet, of different groups.
      lines.add(
          at
              + ".owner = "
              + JsonText.write(((Json.Obj) owner).without("uid").without("apiVersion")));
    }
  }

  private void add(String path, Json value) {
    switch (value) {
      case Json.Obj(var members) ->
          members.forEach((name, member) -> add(path + "." + name, member));
      case Json.Arr(var items) -> {
        for (var i = 0; i < items.size(); i++) {
          add(path + "[" + i + "]", items.get(i));
        }
      }
      case Json.Str(var text) when RECORDS.stream().anyMatch(path::endsWith) ->
          add(path, JsonSource.readObject(text));
      case Json.Str(var text) -> lines.add(path + " = " + neutral(path, text));
      case Json.Num(var literal) -> lines.add(path + " = " + literal);
      case Json.Bool(var bool) -> lines.add(path + " = " + bool);
      case Json.Null() -> lines.add(path + " = null");
    }
  }

  private String neutral(String path, String text) {
    if (path.endsWith("controller.kubernetes.io/hash")) {
      return alias(SetForm.NAME + "-" + text);
    }
    var timeless = TIME.matcher(alias(text)).replaceAll("(time)");
    return TOKEN_VOLUME.matcher(timeless).replaceAll("kube-api-access");
  }

  private String alias(String revision) {
    return aliases.getOrDefault(revision, revision);
  }

  static int ordinal(String pod) {
    return Names.ordinal(SetForm.NAME, pod);
  }

  static long number(Json.Obj object, String field) {
    return object.find(field).orElse(Json.of(0)) instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }
}
