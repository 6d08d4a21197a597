package dev.ordinal.cli.change;

import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.pull.PullRow;
import dev.ordinal.cli.pull.PullText;
import dev.ordinal.cli.pull.SetPulls;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal pull`
@Command(
    name = "pull",
    description = {
      "List the image pulls of a set, node by node.",
      "With --image: pull an image to the nodes of its pods, ahead of an update."
    })
public final class PullCommand implements Callable<Integer> {
  /// The job is of no use when the update is over.
  private static final int KEPT_SECONDS = 3600;

  @Mixin private ChangeOptions change = new ChangeOptions();

  @Option(names = "--image", paramLabel = "IMAGE", description = "The image to pull.")
  private @Nullable String image;

  @Option(
      names = "--parallelism",
      paramLabel = "COUNT",
      description = "How many nodes pull at a time. Default: 1.")
  private int parallelism = 1;

  @Override
  public Integer call() {
    return change.with(this::act);
  }

  private int act(Connection connection, SetKey key) {
    var now = Instant.now();
    var found =
        SetPulls.find(connection.api(), key, now)
            .orElseThrow(() -> OneSet.missing(connection.api(), key));
    if (image != null) {
      return change.make(connection, key, decide(key, found, image, parallelism));
    }
    var screen = change.screen();
    switch (change.form()) {
      case TABLE, WIDE -> screen.lines(new PullText(screen).lines(found.pulls(), now));
      case JSON, YAML -> screen.value(change.form(), PullText.value(found.pulls()));
      case NAME ->
          found.pulls().stream().map(PullRow::job).map(PullCommand::name).forEach(screen::raw);
    }
    return 0;
  }

  private static String name(String job) {
    return "imagepulljob.%s/%s".formatted(Names.GROUP, job);
  }

  static ChangeRequest decide(SetKey key, SetPulls found, String image, int parallelism) {
    if (parallelism < 1) {
      throw new IllegalArgumentException("--parallelism must be 1 or more.");
    }
    var running =
        found.pulls().stream()
            .filter(pull -> !pull.isOver() && pull.image().equals(image))
            .findFirst();
    if (running.isPresent()) {
      return ChangeRequest.none(
          "%s is pulled already, by job %s.".formatted(image, running.get().job()));
    }
    var nodes =
        found.pods().stream()
            .filter(pod -> !pod.isTerminating() && !pod.isTerminal())
            .map(PodView::node)
            .filter(node -> !node.isEmpty())
            .distinct()
            .sorted()
            .toList();
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("No pod of %s is on a node.".formatted(key.name()));
    }
    return ChangeRequest.creation(
        "/apis/%s/namespaces/%s/imagepulljobs".formatted(Names.API_VERSION, key.namespace()),
        job(found.set(), image, nodes, parallelism),
        "%s is pulled ahead of an update".formatted(image),
        List.of(
            "to %s, %d at a time".formatted(String.join(", ", nodes), parallelism),
            "no pod is changed by this; the job is deleted an hour after its end"));
  }

  /// The set does not control the job: the controller would delete it with those of its rollouts.
  private static Json.Obj job(Json.Obj set, String image, List<String> nodes, int parallelism) {
    var meta = set.object("metadata");
    var owner =
        Json.of("apiVersion", Json.of(Names.API_VERSION))
            .with("kind", Json.of("StatefulSet"))
            .with("name", Json.of(meta.text("name")))
            .with("uid", Json.of(meta.text("uid")));
    var secrets =
        set.object("spec").object("template").object("spec").objects("imagePullSecrets").stream()
            .map(secret -> secret.text("name"))
            .filter(name -> !name.isEmpty())
            .map(Json::of)
            .toList();
    var spec =
        Json.of("image", Json.of(image))
            .with("parallelism", Json.of(parallelism))
            .with("selector", Json.of("names", Json.of(nodes.stream().map(Json::of).toList())))
            .with(
                "completionPolicy",
                Json.of("type", Json.of("Always"))
                    .with("ttlSecondsAfterFinished", Json.of(KEPT_SECONDS)));
    return Json.of("apiVersion", Json.of(Names.API_VERSION))
        .with("kind", Json.of("ImagePullJob"))
        .with(
            "metadata",
            Json.of("generateName", Json.of(meta.text("name") + "-"))
                .with("namespace", Json.of(meta.text("namespace")))
                .with("ownerReferences", Json.of(List.of(owner))))
        .with("spec", secrets.isEmpty() ? spec : spec.with("pullSecrets", Json.of(secrets)));
  }
}
