package dev.ordinal.cli.lint;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.cli.lint.OfflineServer.Fault;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.run.admit.Rehearsal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Judges the sets and jobs of manifests: by the schema and its rules, by the validator of the
/// controller, and by a dry run of what the set would create, as far as that needs no cluster.
final class Linter {
  private static final List<String> VERSIONS = List.of("v1beta1", "v1alpha1");
  private static final Map<String, String> PLURALS =
      Map.of(Names.KIND, "statefulsets", Names.JOB_KIND, "imagepulljobs");
  private static final Pattern PLACE = Pattern.compile("^(spec[^ ]*) (.*)$", Pattern.DOTALL);

  private final OfflineServer server = new OfflineServer();
  private int judged;

  /// How many objects were of our kinds so far.
  int judged() {
    return judged;
  }

  List<Finding> judge(Document document) {
    var object = document.object();
    if (object.text("kind").equals("List")) {
      return list(document);
    }
    var version = object.text("apiVersion");
    var plural = Optional.ofNullable(PLURALS.get(object.text("kind")));
    if (!version.startsWith(Names.GROUP + "/") || plural.isEmpty()) {
      return List.of();
    }
    judged++;
    var found = new ArrayList<Finding>();
    document
        .twice()
        .forEach(field -> found.add(document.finding(field, "it is written twice: keep one")));
    if (!VERSIONS.contains(version.substring(Names.GROUP.length() + 1))) {
      found.add(
          document.finding("apiVersion", version + " does not exist: write " + Names.API_VERSION));
      return found;
    }
    var answer = server.check(version, plural.get(), object);
    answer.faults().forEach(fault -> found.add(finding(document, fault, "")));
    answer.stored().ifPresent(stored -> found.addAll(deeper(document, stored)));
    return found;
  }

  private List<Finding> list(Document list) {
    var found = new ArrayList<Finding>();
    var items = list.object().items("items");
    for (var i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Json.Obj object) {
        var prefix = "items[" + i + "]";
        var lines = new TreeMap<String, Integer>();
        list.lines()
            .subMap(prefix, prefix + Character.MAX_VALUE)
            .forEach((path, line) -> lines.put(within(path, prefix), line));
        found.addAll(judge(new Document(list.file(), object, lines, List.of())));
      }
    }
    return found;
  }

  private static String within(String path, String prefix) {
    return path.length() > prefix.length() ? path.substring(prefix.length() + 1) : "";
  }

  private static Finding finding(Document document, Fault fault, String prefix) {
    return document.finding(prefix + fault.field().replaceFirst("^<nil>$", ""), fault.message());
  }

  /// What the schema accepts, the validator may still find wrong, or the API server when pods are
  /// created.
  private List<Finding> deeper(Document document, Json.Obj stored) {
    if (stored.text("kind").equals(Names.JOB_KIND)) {
      return faults(document, JobParser.parse(stored).faults());
    }
    var set = new SetParser(FeatureGate.defaults()).parse(stored);
    if (!set.faults().isEmpty()) {
      return faults(document, set.faults());
    }
    var none = List.<JobView>of();
    var seen =
        new Snapshot(
            set,
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            none,
            Findings.NONE,
            Instant.EPOCH.plusSeconds(1));
    var rehearsal = new Rehearsal(seen, Optional.empty());
    var found = new ArrayList<Finding>();
    if (rehearsal.next().orElse(null) instanceof Action.CheckTemplate(_, var pod, var claims)) {
      found.addAll(dryRun(document, OfflineServer.standingAlone(pod), "pods", "spec.template."));
      for (var i = 0; i < claims.size(); i++) {
        var place = "spec.volumeClaimTemplates[" + i + "].";
        found.addAll(dryRun(document, claims.get(i), "persistentvolumeclaims", place));
      }
    }
    rehearsal.refusal().ifPresent(words -> found.add(document.finding("spec", words)));
    return found;
  }

  private List<Finding> dryRun(Document document, Json.Obj object, String plural, String prefix) {
    return server.check("v1", plural, object).faults().stream()
        .map(fault -> finding(document, fault, fault.field().isEmpty() ? "spec" : prefix))
        .toList();
  }

  /// The validator writes the field first.
  private static List<Finding> faults(Document document, List<String> sentences) {
    return sentences.stream()
        .map(
            sentence -> {
              var parts = PLACE.matcher(sentence);
              return parts.matches()
                  ? document.finding(parts.group(1), parts.group(2))
                  : document.finding("", sentence);
            })
        .toList();
  }
}
