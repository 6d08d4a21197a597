package dev.ordinal.kube.admit;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.kube.Rehearsals;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Decides about one object, with the validator and the words of the controller.
public final class Reviewer {
  private final Optional<String> namespace;
  private final SetParser sets;
  private final Rehearsals rehearsals;

  /// @param namespace the only one that the controller looks after; others are not judged
  public Reviewer(Optional<String> namespace, Set<FeatureGate> gates, Rehearsals rehearsals) {
    this.namespace = namespace;
    this.sets = new SetParser(gates);
    this.rehearsals = rehearsals;
  }

  /// Why the object may not be stored, if so.
  Optional<String> refusal(AdmissionReview review, Instant deadline) {
    var isOurs = namespace.filter(only -> !only.equals(review.namespace())).isEmpty();
    if (!isOurs || review.isHarmless()) {
      return Optional.empty();
    }
    return switch (review.kind()) {
      case Names.KIND -> set(review, deadline);
      case Names.JOB_KIND -> job(review);
      default -> Optional.empty();
    };
  }

  private Optional<String> set(AdmissionReview review, Instant deadline) {
    var proposed = sets.parse(review.object());
    return rehearsals.refusal(proposed, review.old().map(sets::parse), deadline);
  }

  private static Optional<String> job(AdmissionReview review) {
    var faults = JobParser.parse(review.object()).faults();
    var old = review.old().map(stored -> JobParser.parse(stored).faults());
    return faults.stream()
        .filter(fault -> old.filter(known -> known.contains(fault)).isEmpty())
        .findFirst()
        .map(fault -> "nothing is changed: " + fault);
  }
}
