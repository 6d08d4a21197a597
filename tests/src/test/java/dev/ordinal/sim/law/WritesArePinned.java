package dev.ordinal.sim.law;

import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.EnumSet;
import java.util.Optional;

/// A patch or delete is pinned to what was seen: by uid or version, and by both when the pod's
/// health was the reason. Nothing is deleted with a shorter grace period than its own.
final class WritesArePinned implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    return switch (sent.call().verb()) {
      case DELETE -> delete(sent);
      case MERGE_PATCH, STRATEGIC_PATCH -> patch(sent);
      case GET, CREATE, DRY_RUN -> Optional.empty();
    };
  }

  private static Optional<String> patch(RequestRecord sent) {
    var metadata = sent.call().body().object("metadata");
    return metadata.text("uid").isEmpty() && metadata.text("resourceVersion").isEmpty()
        ? Optional.of("the patch of " + sent.call().name() + " names no uid")
        : Optional.empty();
  }

  private static Optional<String> delete(RequestRecord sent) {
    var preconditions = sent.call().body().object("preconditions");
    var isForHealth =
        RequestSorts.cause(sent)
            .filter(EnumSet.of(Cause.FINISHED, Cause.STUCK)::contains)
            .isPresent();
    if (sent.call().body().find("gracePeriodSeconds").isPresent()) {
      return Optional.of(sent.call().name() + " gets another grace period than its own");
    }
    if (preconditions.text("uid").isEmpty()) {
      return Optional.of("the delete of " + sent.call().name() + " names no uid");
    }
    return isForHealth && preconditions.text("resourceVersion").isEmpty()
        ? Optional.of("the delete of " + sent.call().name() + " names no version")
        : Optional.empty();
  }
}
