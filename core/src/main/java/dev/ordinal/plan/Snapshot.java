package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.JobView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.inplace.Completion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One set and everything that bears on it at one moment, our own writes included. `pods` are its
/// own and whatever else has one of its names; `revisions` are its own and those without an owner;
/// `classes` are those of the cluster where the set has claims, and empty where we may not read
/// them; `overlaps` are the sets whose pods its selector matches, or whose selector matches its
/// pods; `jobs` are those that it owns and that pull images ahead of its rollout.
public record Snapshot(
    SetView set,
    List<PodView> pods,
    List<ClaimView> claims,
    List<RevisionView> revisions,
    Optional<List<ClassView>> classes,
    List<String> overlaps,
    List<JobView> jobs,
    Findings findings,
    Instant now) {

  public Snapshot {
    pods = List.copyOf(pods);
    claims = List.copyOf(claims);
    revisions = List.copyOf(revisions);
    classes = classes.map(List::copyOf);
    overlaps = List.copyOf(overlaps);
    jobs = List.copyOf(jobs);
  }

  /// The same objects around another set.
  public Snapshot with(SetView other) {
    return new Snapshot(other, pods, claims, revisions, classes, overlaps, jobs, findings, now);
  }

  public Snapshot withPods(List<PodView> others) {
    return new Snapshot(set, others, claims, revisions, classes, overlaps, jobs, findings, now);
  }

  public Snapshot withRevisions(List<RevisionView> others) {
    return new Snapshot(set, pods, claims, others, classes, overlaps, jobs, findings, now);
  }

  public Snapshot with(Findings others) {
    return new Snapshot(set, pods, claims, revisions, classes, overlaps, jobs, others, now);
  }

  /// The same at another moment.
  public Snapshot at(Instant time) {
    return new Snapshot(set, pods, claims, revisions, classes, overlaps, jobs, findings, time);
  }

  /// Ready for long enough, in no transition, and its last update in place is complete.
  public boolean isAvailable(PodView pod) {
    return pod.isAvailable(set.spec().minReady(), now) && Completion.isComplete(pod);
  }

  /// The same, except that its node may still have to give it the resources of its last update,
  /// which may take for ever. Natively nothing waits for that.
  public boolean isServing(PodView pod) {
    return pod.isAvailable(set.spec().minReady(), now) && Completion.isRestarted(pod);
  }

  /// What our own requests have taught us and no object shows. A restart forgets it.
  /// `isContested`: kruise-manager writes to the set while we look after it.
  public record Findings(
      List<Failure> failures,
      Optional<DryRunResult> dryRun,
      List<String> takenRevisions,
      List<RefusedResize> refusedResizes,
      Optional<Comparison> comparison,
      boolean isContested) {
    public static final Findings NONE = new Findings(List.of(), Optional.empty(), List.of());

    public Findings {
      failures = List.copyOf(failures);
      takenRevisions = List.copyOf(takenRevisions);
      refusedResizes = List.copyOf(refusedResizes);
    }

    public Findings(
        List<Failure> failures, Optional<DryRunResult> dryRun, List<String> takenRevisions) {
      this(failures, dryRun, takenRevisions, List.of(), Optional.empty(), false);
    }

    /// The refusal that this work on the pod would meet again.
    public Optional<RefusedResize> findRefusedResize(PodView pod, Work work) {
      return refusedResizes.stream()
          .filter(refused -> refused.pod().equals(pod.name()) && !work.resources().isEmpty())
          .findFirst();
    }
  }

  /// Whether a revision and a template, known by its hash, are the same to the API server.
  public record Comparison(String revision, String written, boolean isSame) {}

  /// An action of ours that failed and has not succeeded since; it is not tried before `retryAt`.
  /// A refusal is the API server's answer to the request itself; other failures may be of a moment.
  public record Failure(
      String verb, String target, String message, Instant retryAt, boolean isRefusal) {
    public Failure(String verb, String target, String message, Instant retryAt) {
      this(verb, target, message, retryAt, false);
    }
  }

  /// What the API server said to a revision's pods before the first one was touched. A refusal is
  /// asked for again after `until`, for it may lie in a policy that has changed.
  public record DryRunResult(String revision, boolean isRefused, String words, Instant until) {
    /// The server's words without the name of the pod that the dry run was made for: what is wrong
    /// is wrong with each.
    public String cause() {
      return words.replaceFirst("^(Pod|pods) \"[^\"]*\" is (invalid|forbidden): ", "");
    }

    /// The server could not read the template, or not all of it: unknown fields, wrong types. That
    /// lies in the template alone.
    public boolean isMalformed() {
      return isRefused && words.contains("cannot be handled as a");
    }
  }

  /// The API server refuses to resize this pod, in these words. What a dry run brought to light is
  /// asked for again at that moment; a resize that was refused itself is not, before the template
  /// changes.
  public record RefusedResize(String pod, String words, Optional<Instant> askAgainAt) {}
}
