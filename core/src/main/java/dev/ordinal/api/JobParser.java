package dev.ordinal.api;

import dev.ordinal.model.JobView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.pull.JobSpec;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobSpec.Effort;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.model.pull.JobStatus;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Reads an ImagePullJob as the API server stores it. The fallbacks are the defaults of the schema,
/// for jobs that no API server has defaulted.
public final class JobParser {
  private static final SortedMap<String, Boolean> ENDS =
      new TreeMap<>(Map.of("Always", true, "Never", false));
  private static final SortedMap<String, Boolean> PULLS_ALWAYS =
      new TreeMap<>(Map.of("Always", true, "IfNotPresent", false));
  private static final int TIMEOUT_SECONDS = 600;
  private static final int BACKOFF_LIMIT = 3;

  private JobParser() {}

  public static JobView parse(Json.Obj job) {
    return parse(job, _ -> {});
  }

  /// `asked` receives each position that is read.
  static JobView parse(Json.Obj job, Consumer<Cursor> asked) {
    var faults = new LinkedHashSet<String>();
    var root = Cursor.root(job, new Cursor.Notes(faults, asked));
    // The controller writes the status, so nothing in it is a fault of the user.
    var silent = Cursor.root(job, new Cursor.Notes(new LinkedHashSet<>(), asked));
    var meta = MetaParser.parse(job.object("metadata"));
    var spec = spec(root.at("spec"));
    return new JobView(meta, spec, status(silent.at("status")), List.copyOf(faults));
  }

  private static JobSpec spec(Cursor at) {
    var image = at.at("image");
    if (image.text().isEmpty()) {
      image.fault("write the image to pull, such as nginx:1.29");
    }
    var sandbox = at.at("sandboxConfig");
    // The labels are ignored: selectors of the application would match pods that carry them.
    sandbox.at("labels").strings();
    return new JobSpec(
        image.text(),
        at.at("pullSecrets").texts(),
        scope(at),
        parallelism(at.at("parallelism")),
        effort(at.at("pullPolicy")),
        completion(at.at("completionPolicy")),
        sandbox.at("annotations").strings(),
        at.at("imagePullPolicy").choice(PULLS_ALWAYS, false));
  }

  private static Scope scope(Cursor at) {
    var nodes = at.at("selector");
    var pods = at.at("podSelector");
    var names = nodes.at("names").texts();
    var byLabel = nodes.at("matchLabels").isPresent() || nodes.at("matchExpressions").isPresent();
    if ((pods.isPresent() && nodes.isPresent()) || (byLabel && !names.isEmpty())) {
      at.fault("keep one of selector.names, selector by labels, and podSelector");
    }
    if (pods.isPresent()) {
      return new Scope.UnderPods(SelectorParser.parse(pods));
    }
    if (!names.isEmpty()) {
      return new Scope.Named(names);
    }
    return byLabel ? new Scope.Labelled(SelectorParser.parse(nodes)) : new Scope.AllNodes();
  }

  /// Zero, in either form, pauses the job.
  private static Optional<Amount> parallelism(Cursor at) {
    if (!at.isPresent()) {
      return Optional.of(new Amount.Count(1));
    }
    return at.value().equals(Json.of(0)) || at.value().equals(Json.of("0%"))
        ? Optional.empty()
        : at.amount();
  }

  private static Effort effort(Cursor at) {
    return new Effort(
        Duration.ofSeconds(at.at("timeoutSeconds").number(1, TIMEOUT_SECONDS)),
        at.at("backoffLimit").number(0, BACKOFF_LIMIT));
  }

  private static Completion completion(Cursor at) {
    var deadline = seconds(at.at("activeDeadlineSeconds"), 1);
    var ttl = seconds(at.at("ttlSecondsAfterFinished"), 0);
    return at.at("type").choice(ENDS, true)
        ? new Completion.Once(deadline, ttl)
        : new Completion.Never();
  }

  private static Optional<Duration> seconds(Cursor at, int least) {
    return at.isPresent()
        ? Optional.of(Duration.ofSeconds(at.number(least, least)))
        : Optional.empty();
  }

  private static JobStatus status(Cursor at) {
    // The other two counts are the lengths of the lists.
    at.at("succeeded").number(0, 0);
    at.at("failed").number(0, 0);
    return new JobStatus(
        MetaParser.time(at.at("startTime").text()),
        MetaParser.time(at.at("completionTime").text()),
        at.at("desired").number(0, 0),
        at.at("active").number(0, 0),
        at.at("message").text(),
        at.at("succeededNodes").texts(),
        at.at("failedNodes").texts());
  }
}
