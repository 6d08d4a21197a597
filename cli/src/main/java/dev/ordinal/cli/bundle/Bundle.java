package dev.ordinal.cli.bundle;

import dev.ordinal.cli.option.ValueText;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.live.ClusterReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Collects what a bug report needs: sets and jobs with their pods, claims and events, what the
/// planner would do with each set, and versions.
final class Bundle {
  private static final String OURS = "/apis/" + Names.API_VERSION;

  private final ClusterReader reader;
  private final Instant now;
  private final Redaction redaction = new Redaction();
  private final Archive archive = new Archive();

  /// @param namespace the only one to read; empty for all
  Bundle(Api api, Optional<String> namespace, Instant now) {
    this.reader = new ClusterReader(api, namespace);
    this.now = now;
  }

  /// What was found, for the last line of the command.
  record Summary(int sets, int jobs, List<String> unread) {}

  /// Everything but what the caller adds with [#add].
  ///
  /// @throws IllegalArgumentException when the sets themselves cannot be read
  Summary collect() {
    var sets =
        reader
            .inNamespace(OURS, "statefulsets")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The sets cannot be read: " + reader.unread().getLast()));
    var jobs = reader.inNamespace(OURS, "imagepulljobs").orElse(List.of());
    var objects =
        new LivePlans.Objects(
            sets,
            reader.inNamespace("/api/v1", "pods").orElse(List.of()),
            reader.inNamespace("/api/v1", "persistentvolumeclaims").orElse(List.of()),
            reader.inNamespace("/apis/apps/v1", "controllerrevisions").orElse(List.of()),
            reader.inCluster("/apis/storage.k8s.io/v1", "storageclasses"));
    var events = reader.inNamespace("/api/v1", "events").orElse(List.of());
    var files = new Files(objects, events);
    var redacted = new TreeMap<String, Json.Obj>();
    sets.forEach(set -> files.addSet(set, redacted));
    jobs.forEach(job -> files.addJob(job, redacted));
    // Only now all values are known that no message may quote.
    redacted.forEach(
        (file, object) -> archive.add(file, ValueText.json(redaction.masked(object)) + "\n"));
    var plans = LivePlans.of(objects, FeatureGate.defaults());
    sets.forEach(
        set ->
            archive.add(
                folder("sets", set) + "/plan.txt",
                redaction.mask(plans.text(namespace(set), name(set), now))));
    return new Summary(sets.size(), jobs.size(), reader.unread());
  }

  void addVersions(String ordinal) {
    var cluster = reader.one("/version").orElse(Json.EMPTY);
    archive.add(
        "versions.txt",
        """
        ordinal     %s
        Kubernetes  %s
        Java        %s
        system      %s %s
        taken at    %s
        """
            .formatted(
                ordinal,
                cluster.text("gitVersion"),
                Runtime.version(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                now));
  }

  void add(String name, String text) {
    archive.add(name, text);
  }

  /// The last file, which tells about all others.
  Archive finished(List<String> unread) {
    var leftOut =
        redaction.leftOut().entrySet().stream()
            .map(entry -> "%6d  %s\n".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining());
    archive.add(
        "README.txt",
        """
        For a bug report of Ordinal: sets and jobs with their pods, claims, events and the names of
        their revisions; plan.txt has what the planner does with the set as it is now, in the words
        of the debug log. What the controller remembers is not in it: failed requests and dry runs.

        Read it before you send it: names, labels, images and messages of the cluster are in it.

        Left out are all texts that users write themselves: values of environment variables,
        arguments, commands, annotations that are not ours, and fields unknown to this version. No
        Secret and no ConfigMap is read. A value that was left out is also masked where a message
        quotes it. So many values were left out here:
        %s
        Could not be read:
        %s
        """
            .formatted(
                leftOut.isEmpty() ? "  none\n" : leftOut,
                unread.isEmpty() ? "  nothing" : "  " + String.join("\n  ", unread)));
    return archive;
  }

  private static String folder(String kind, Json.Obj object) {
    return "%s/%s/%s".formatted(namespace(object), kind, name(object));
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  private static String namespace(Json.Obj object) {
    return object.object("metadata").text("namespace");
  }

  private static boolean isOwnedBy(Json.Obj owner, Json.Obj object) {
    return object.object("metadata").items("ownerReferences").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(found -> found.text("uid").equals(owner.object("metadata").text("uid")));
  }

  /// The objects around each set and job.
  private final class Files {
    private final LivePlans.Objects objects;
    private final List<Json.Obj> events;

    Files(LivePlans.Objects objects, List<Json.Obj> events) {
      this.objects = objects;
      this.events = events;
    }

    void addSet(Json.Obj set, Map<String, Json.Obj> files) {
      var folder = folder("sets", set);
      var claims = having(objects.claims(), claim -> isNamedFor(set, claim));
      var pods = having(objects.pods(), pod -> isOwnedBy(set, pod));
      files.put(folder + "/set.json", redaction.apply(set));
      files.put(folder + "/pods.json", list(pods));
      files.put(folder + "/claims.json", list(claims));
      var about = new ArrayList<>(pods);
      about.addAll(claims);
      about.add(set);
      files.put(folder + "/events.json", list(eventsOf(about)));
      archive.add(
          folder + "/revisions.txt",
          having(objects.revisions(), revision -> isOwnedBy(set, revision)).stream()
              .map(revision -> name(revision) + "\n")
              .collect(Collectors.joining()));
    }

    void addJob(Json.Obj job, Map<String, Json.Obj> files) {
      var folder = folder("jobs", job);
      var pods = having(objects.pods(), pod -> isOwnedBy(job, pod));
      files.put(folder + "/job.json", redaction.apply(job));
      files.put(folder + "/pods.json", list(pods));
      var about = new ArrayList<>(pods);
      about.add(job);
      files.put(folder + "/events.json", list(eventsOf(about)));
    }

    private Json.Obj list(List<Json.Obj> found) {
      return Json.of("items", Json.of(found.stream().map(redaction::apply).toList()));
    }

    /// Claims may belong to the set without an owner.
    private static boolean isNamedFor(Json.Obj set, Json.Obj claim) {
      return namespace(set).equals(namespace(claim))
          && name(claim).matches(".*-" + java.util.regex.Pattern.quote(name(set)) + "-\\d+");
    }

    private List<Json.Obj> eventsOf(List<Json.Obj> about) {
      var uids =
          about.stream()
              .map(object -> object.object("metadata").text("uid"))
              .collect(Collectors.toSet());
      return having(events, event -> uids.contains(event.object("involvedObject").text("uid")));
    }

    private static List<Json.Obj> having(List<Json.Obj> objects, Predicate<Json.Obj> condition) {
      return objects.stream().filter(condition).toList();
    }
  }
}
