package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal restart`
@Command(
    name = "restart",
    description = "Replace all pods of a set as its update strategy says, as a new revision.")
public final class RestartCommand implements Callable<Integer> {
  /// The annotation that `kubectl rollout restart` writes.
  private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";

  @Mixin private ChangeOptions change = new ChangeOptions();

  @Override
  public Integer call() {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    var meta = Json.of("annotations", Json.of(RESTARTED, Json.of(now)));
    return change.make(
        set ->
            ChangeRequest.ofSpec(
                set,
                Json.of("template", Json.of("metadata", meta)),
                "the template's annotation %s becomes %s".formatted(RESTARTED, now),
                UpdateEffect.ofTemplate(set, Json.of("metadata", meta))));
  }
}
