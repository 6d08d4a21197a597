package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One set and everything that bears on it at one moment, our own writes included. `pods` are its
/// own and whatever else has one of its names; `revisions` are its own and those nobody owns;
/// `classes` are those of the cluster where claims may grow, and empty where we may not read them;
/// `rivals` are the sets whose pods its selector matches, or whose selector matches its pods;
/// `jobs` are those that it owns and that pull images ahead of its rollout.
public record Snapshot(
    SetView set,
    List<PodView> pods,
    List<ClaimView> claims,
    List<RevisionView> revisions,
    Optional<List<ClassView>> classes,
    List<String> rivals,
    List<JobView> jobs,
    Recall recall,
    Instant now) {

  public Snapshot {
    pods = List.copyOf(pods);
    claims = List.copyOf(claims);
    revisions = List.copyOf(revisions);
    classes = classes.map(List::copyOf);
    rivals = List.copyOf(rivals);
    jobs = List.copyOf(jobs);
  }

  /// What our own requests have taught us and no object shows. A restart forgets it.
  /// `isContested`: kruise-manager writes to the set while we look after it.
  public record Recall(
      List<Failure> failures,
      Optional<Verdict> verdict,
      List<String> takenRevisions,
      Optional<Comparison> comparison,
      boolean isContested) {
    public Recall {
      failures = List.copyOf(failures);
      takenRevisions = List.copyOf(takenRevisions);
    }

    public Recall(List<Failure> failures, Optional<Verdict> verdict, List<String> takenRevisions) {
      this(failures, verdict, takenRevisions, Optional.empty(), false);
    }
  }

  /// Whether a revision and a template, known by its hash, are the same to the API server.
  public record Comparison(String revision, String written, boolean isSame) {}

  /// An action of ours that failed and has not succeeded since; it is not tried before `retryAt`.
  public record Failure(String verb, String target, String message, Instant retryAt) {}

  /// What the API server said to a revision's pods before the first one was touched. A refusal is
  /// asked for again after `until`, for it may lie in a policy that has changed.
  public record Verdict(String revision, boolean isRefused, String words, Instant until) {}
}
