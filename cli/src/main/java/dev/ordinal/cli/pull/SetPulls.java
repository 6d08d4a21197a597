package dev.ordinal.cli.pull;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.pull.PullSnapshot;
import dev.ordinal.view.live.ClusterReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A set with its pods and the jobs that pull images for it, as they are now: those that it owns,
/// and those for the nodes of pods with its labels.
///
/// @param set as the API server has it
/// @param pods its own
/// @param pulls the newest first
public record SetPulls(Json.Obj set, List<PodView> pods, List<PullRow> pulls) {
  private static final Pattern FAILURE = Pattern.compile(".* cannot be pulled on (\\S+): .*");

  public SetPulls {
    pods = List.copyOf(pods);
    pulls = List.copyOf(pulls);
  }

  /// Empty when there is no such set.
  public static Optional<SetPulls> find(Api api, SetKey key, Instant now) {
    var path =
        "/apis/%s/namespaces/%s/statefulsets/%s"
            .formatted(Names.API_VERSION, key.namespace(), key.name());
    var reader = new ClusterReader(api, Optional.of(key.namespace()));
    return reader.one(path).map(set -> around(reader, set, now));
  }

  private static SetPulls around(ClusterReader reader, Json.Obj set, Instant now) {
    var uid = set.object("metadata").text("uid");
    var pods = views(required(reader, "/api/v1", "pods"), new PodReader());
    var jobs =
        required(reader, "/apis/" + Names.API_VERSION, "imagepulljobs").stream()
            .filter(job -> isFor(set, job))
            .map(JobParser::parse)
            .toList();
    var cluster =
        new Around(
            set,
            pods,
            reader.inCluster("/api/v1", "nodes").map(found -> views(found, new NodeReader())),
            now);
    var hasFailed = jobs.stream().anyMatch(job -> !job.status().failedNodes().isEmpty());
    var events =
        hasFailed ? reader.inNamespace("/api/v1", "events") : Optional.<List<Json.Obj>>empty();
    return new SetPulls(
        set,
        pods.stream().filter(pod -> isOwned(pod, uid)).toList(),
        jobs.stream()
            .map(job -> PullRow.of(cluster.snapshot(job), failures(job, events.orElse(List.of()))))
            .sorted(Comparator.comparing(PullRow::createdAt).reversed())
            .toList());
  }

  private static List<Json.Obj> required(ClusterReader reader, String group, String resource) {
    return reader
        .inNamespace(group, resource)
        .orElseThrow(() -> new IllegalArgumentException(reader.unread().getLast()));
  }

  /// What bears on each of the jobs.
  private record Around(
      Json.Obj set, List<PodView> pods, Optional<List<NodeView>> nodes, Instant now) {
    PullSnapshot snapshot(JobView job) {
      var selected =
          job.spec().scope() instanceof Scope.UnderPods(var selector)
              ? pods.stream().filter(pod -> selector.matches(pod.meta().labels())).toList()
              : List.<PodView>of();
      var owner = new SetParser(FeatureGate.defaults()).parse(set);
      return new PullSnapshot(
          job,
          pods.stream().filter(pod -> isOwned(pod, job.uid())).toList(),
          Optional.of(selected),
          nodes,
          isOwned(job, owner.uid()) ? Optional.of(owner) : Optional.empty(),
          Findings.NONE,
          now);
    }
  }

  private static boolean isOwned(View view, String uid) {
    return view.meta().controller().map(Meta.Owner::uid).filter(uid::equals).isPresent();
  }

  private static boolean isFor(Json.Obj set, Json.Obj job) {
    var uid = set.object("metadata").text("uid");
    var wanted = set.object("spec").object("selector");
    return job.object("metadata").objects("ownerReferences").stream()
            .anyMatch(owner -> owner.text("uid").equals(uid))
        || job.object("spec").object("podSelector").equals(wanted);
  }

  /// The pods that failed are gone; the events tell what became of them.
  private static Map<String, String> failures(JobView job, List<Json.Obj> events) {
    var found = new TreeMap<String, String>();
    for (var event : events) {
      var words = FAILURE.matcher(event.text("message"));
      if (event.object("involvedObject").text("uid").equals(job.uid()) && words.matches()) {
        found.put(words.group(1), event.text("message"));
      }
    }
    return found;
  }

  private static <V extends View> List<V> views(List<Json.Obj> objects, Decoder<V> decoder) {
    return objects.stream().map(object -> view(object, decoder)).toList();
  }

  private static <V extends View> V view(Json.Obj object, Decoder<V> decoder) {
    try {
      return decoder.read(JsonBytes.write(object));
    } catch (IOException e) {
      throw new IllegalStateException("not an object of the API: " + e.getMessage(), e);
    }
  }
}
