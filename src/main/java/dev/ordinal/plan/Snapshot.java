package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import java.time.Instant;
import java.util.List;

/// One set and everything it owns at one moment, our own writes included.
public record Snapshot(
    SetView set,
    List<PodView> pods,
    List<ClaimView> claims,
    List<RevisionView> revisions,
    List<Failure> failures,
    Instant now) {

  public Snapshot {
    pods = List.copyOf(pods);
    claims = List.copyOf(claims);
    revisions = List.copyOf(revisions);
    failures = List.copyOf(failures);
  }

  /// An action of ours that failed and has not succeeded since; it is not tried before `retryAt`.
  public record Failure(String verb, String target, String message, Instant retryAt) {}
}
