package dev.ordinal.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `ordinal plan` prints is what the running controller then does: random sets, all of them
/// planned, and then changed at once.
@OnCluster
class PlanTruthIT {
  private static final int SETS = 20;
  private static final String WAIT = " --timeout 4m";

  private final Cluster cluster;
  private final Path folder;

  PlanTruthIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  /// A set before and after its change.
  private record Case(String name, String before, String after) {
    static Case of(int number, Random random) {
      var name = "t" + number;
      var replicas = 3 + random.nextInt(2);
      var rules =
          """
            podManagementPolicy: %s
            minReadySeconds: %d
            updateStrategy:
              rollingUpdate: {maxUnavailable: %s, partition: %d, podUpdatePolicy: %s}\
          """
              .formatted(
                  random.nextBoolean() ? "OrderedReady" : "Parallel",
                  random.nextInt(2),
                  List.of("1", "2", "70%").get(random.nextInt(3)),
                  random.nextInt(4) == 0 ? 1 : 0,
                  random.nextBoolean() ? "InPlaceIfPossible" : "ReCreate");
      var before = manifest(name, replicas, rules, "image: \"app:1\"");
      return new Case(
          name,
          before,
          switch (number % 4) {
            case 0 -> manifest(name, replicas + 1 + random.nextInt(2), rules, "image: \"app:1\"");
            case 1 -> manifest(name, replicas - 2, rules, "image: \"app:1\"");
            case 2 -> manifest(name, replicas, rules, "image: \"app:1\", workingDir: /tmp");
            default -> manifest(name, replicas, rules, "image: \"app:2\"");
          });
    }

    private static String manifest(String name, int replicas, String rules, String container) {
      return Realm.manifest(
          name,
          replicas,
          rules.strip(),
          "{readinessGates: [{conditionType: InPlaceUpdateReady}], containers: [{name: app, %s}]}"
              .formatted(container));
    }
  }

  private Path file(String name, List<String> manifests) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("---\n", manifests));
  }

  private void apply(Path file, List<Case> cases) {
    cluster.kubectl("apply", "-f", file.toString());
    cases.forEach(each -> TypedCommand.type(cluster, "status " + each.name() + WAIT).ends(0));
  }

  /// The pods of each batch, as printed.
  private List<Set<String>> planned(Case each, Path file) throws IOException {
    var typed = TypedCommand.type(cluster, "plan %s -f %s -o json".formatted(each.name(), file));
    assertThat(typed.code()).as(typed.output()).isLessThan(2);
    var batches = new ArrayList<Set<String>>();
    for (var batch : JsonBytes.readObject(typed.output().getBytes(UTF_8)).items("batches")) {
      var pods = new TreeSet<String>();
      ((Json.Obj) batch).items("pods").forEach(pod -> pods.add(((Json.Obj) pod).text("pod")));
      batches.add(pods);
    }
    return batches;
  }

  /// What was done to the pods of a set, drawn like the plan: in the order in which they were
  /// taken, as many in each batch as it has.
  ///
  /// @param mostDown how many of those that were taken were down at one moment
  private record Done(List<Set<String>> batches, int mostDown) {
    static Done of(String set, List<String> history, List<Integer> sizes) {
      var taken = new ArrayList<String>();
      var down = new TreeSet<String>();
      var mostDown = 0;
      for (var line : history) {
        var words = line.split(" ");
        if (!words[1].startsWith(set + "-")) {
          continue;
        }
        var isTaken = List.of("going", "gone", "created", "image").contains(words[0]);
        if (isTaken && !taken.contains(words[1])) {
          taken.add(words[1]);
        }
        if (List.of("ready", "gone").contains(words[0])) {
          down.remove(words[1]);
        } else if (isTaken) {
          down.add(words[1]);
        }
        mostDown = Math.max(mostDown, down.size());
      }
      return new Done(split(taken, sizes), mostDown);
    }

    private static List<Set<String>> split(List<String> taken, List<Integer> sizes) {
      var batches = new ArrayList<Set<String>>();
      var from = 0;
      for (var size : sizes) {
        var to = Math.min(taken.size(), from + size);
        batches.add(new TreeSet<>(taken.subList(from, to)));
        from = to;
      }
      if (from < taken.size()) {
        batches.add(new TreeSet<>(taken.subList(from, taken.size())));
      }
      return batches;
    }
  }

  @Test
  void controllerDoesWhatThePlanPrints() throws IOException {
    var random = new Random(20);
    var cases = IntStream.range(0, SETS).mapToObj(number -> Case.of(number, random)).toList();
    var after = file("after.yaml", cases.stream().map(Case::after).toList());
    try (var _ = Realm.open(cluster, folder)) {
      apply(file("before.yaml", cases.stream().map(Case::before).toList()), cases);
      var plans = new ArrayList<List<Set<String>>>();
      for (var each : cases) {
        plans.add(planned(each, after));
      }
      try (var history = PodHistory.start(cluster, "t\\d+")) {
        apply(after, cases);
        history.catchUp();
        for (var each : cases) {
          compare(each, plans.get(cases.indexOf(each)), history.lines());
        }
      }
    }
  }

  private static void compare(Case each, List<Set<String>> plan, List<String> history) {
    assertThat(plan).as(each.after()).isNotEmpty();
    var sizes = plan.stream().map(Set::size).toList();
    var done = Done.of(each.name(), history, sizes);
    var lines =
        history.stream()
            .filter(line -> line.contains(" " + each.name() + "-"))
            .collect(Collectors.joining(", "));
    assertThat(done.batches()).as("%s%n%s", each.after(), lines).isEqualTo(plan);
    assertThat(done.mostDown())
        .as("%s%n%s", each.after(), lines)
        .isLessThanOrEqualTo(sizes.stream().mapToInt(Integer::intValue).max().orElseThrow());
  }
}
