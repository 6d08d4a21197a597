package dev.ordinal.cli.change;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.OrdinalState;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal delete-pod`
@Command(
    name = "delete-pod",
    description = "Have the controller replace one pod, within the set's budget and hooks.")
public final class DeletePodCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Parameters(index = "1", paramLabel = "POD", description = "The pod, or its ordinal.")
  private String pod = "";

  @Override
  public Integer call() {
    return change.make(this::decide);
  }

  private ChangeRequest decide(SetOverview set) {
    var row =
        set.ordinals().stream()
            .filter(each -> !each.facts().uid().isEmpty())
            .filter(each -> each.pod().equals(pod) || Integer.toString(each.ordinal()).equals(pod))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no pod %s.".formatted(set.key().name(), pod)));
    if (row.state() == OrdinalState.FOREIGN) {
      throw new IllegalArgumentException(
          "%s is not a pod of the set: it %s.".formatted(row.pod(), row.words()));
    }
    return new ChangeRequest(
        "/api/v1/namespaces/%s/pods/%s".formatted(set.key().namespace(), row.pod()),
        Json.of("metadata", meta(row)),
        "%s is labelled %s".formatted(row.pod(), Names.SPECIFIED_DELETE_LABEL),
        List.of(
            "%s is deleted and created again; at most %d down at a time"
                .formatted(row.pod(), set.goal().maxUnavailable())),
        OptionalLong.empty());
  }

  /// The uid keeps the successor of the pod from being meant.
  private static Json.Obj meta(OrdinalRow row) {
    return Json.of("uid", Json.of(row.facts().uid()))
        .with("labels", Json.of(Names.SPECIFIED_DELETE_LABEL, Json.of("true")));
  }
}
