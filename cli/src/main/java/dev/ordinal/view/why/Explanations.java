package dev.ordinal.view.why;

import dev.ordinal.view.Advice;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.OrdinalState;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.SetPhase;
import dev.ordinal.view.WaitRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Explains every wait of a set. A set that is not where its spec wants it to be has at least one
/// explanation.
public final class Explanations {
  private final SetOverview set;

  private Explanations(SetOverview set) {
    this.set = set;
  }

  /// First causes first.
  public static List<Explanation> of(SetOverview set) {
    return new Explanations(set).all();
  }

  private List<Explanation> all() {
    var found = new ArrayList<Explanation>();
    findUnobserved().ifPresent(found::add);
    // What a pod waits for beside its first cause says less.
    var told = new TreeSet<String>();
    set.waits().stream()
        .filter(wait -> told.add(wait.target()))
        .map(this::explain)
        .forEach(found::add);
    kept().forEach(found::add);
    if (found.isEmpty() && !set.phase().isDone()) {
      found.add(moving());
    }
    if (set.reason().equals("ProgressDeadlineExceeded")) {
      found.add(late());
    }
    found.sort(Comparator.comparingInt((Explanation each) -> each.isFirst() ? 0 : 1));
    return List.copyOf(found);
  }

  private Explanation explain(WaitRow wait) {
    var chain = new ArrayList<String>();
    var seen = new TreeSet<String>();
    var last = wait;
    for (var next = findCause(last, seen); next.isPresent(); next = findCause(last, seen)) {
      chain.add(brief(last));
      last = next.get();
    }
    chain.add(last.sentence());
    return new Explanation(
        wait.target(), wait.reason(), chain, last.target(), wait.since(), last.advice());
  }

  /// What the other pod does is told next.
  private static String brief(WaitRow wait) {
    return wait.reason().equals("WaitsForPod")
        ? "%s waits for %s".formatted(wait.target(), wait.blocker().orElse("another pod"))
        : wait.sentence();
  }

  /// What the wait follows from, unless it has been told.
  private Optional<WaitRow> findCause(WaitRow wait, Set<String> told) {
    told.add(wait.target());
    var blocker =
        wait.blocker()
            .or(
                () ->
                    switch (wait.reason()) {
                      case "BudgetSpent" -> findDown();
                      case "CreationsFail" -> findFailing();
                      default -> Optional.empty();
                    });
    return blocker
        .filter(pod -> !told.contains(pod))
        .flatMap(pod -> set.waits().stream().filter(row -> row.target().equals(pod)).findFirst());
  }

  /// A pod that is down and says why: waits are sorted by how much they tell.
  private Optional<String> findDown() {
    return set.waits().stream()
        .filter(wait -> !wait.reason().equals("BudgetSpent"))
        .map(WaitRow::target)
        .filter(pod -> set.findPod(pod).filter(Explanations::isDown).isPresent())
        .findFirst();
  }

  private static boolean isDown(OrdinalRow row) {
    return row.isWanted() && row.state() != OrdinalState.AVAILABLE;
  }

  private Optional<String> findFailing() {
    return set.waits().stream()
        .filter(wait -> wait.reason().equals("RequestFailed"))
        .map(WaitRow::target)
        .findFirst();
  }

  private Optional<Explanation> findUnobserved() {
    return set.isObserved()
        ? Optional.empty()
        : Optional.of(
            ofSet(
                "NotObserved",
                "the controller has not looked at generation %d of %s yet"
                    .formatted(set.generation(), set.key().name()),
                new Advice(
                    "a controller runs that looks after this namespace",
                    "kubectl get pods -A -l app.kubernetes.io/name=ordinal")));
  }

  /// Pods that keep an older template because the user wants it so.
  private List<Explanation> kept() {
    if (set.phase() != SetPhase.PARTITIONED && set.phase() != SetPhase.PAUSED) {
      return List.of();
    }
    var held = new TreeSet<String>();
    set.waits().forEach(wait -> held.add(wait.target()));
    return set.ordinals().stream()
        .filter(row -> row.isWanted() && !row.isUpdated() && !row.facts().uid().isEmpty())
        .filter(row -> !held.contains(row.pod()) && row.state() == OrdinalState.AVAILABLE)
        .map(this::kept)
        .toList();
  }

  private Explanation kept(OrdinalRow row) {
    var goal = set.goal();
    var name = set.key().name();
    var place = " -n " + set.key().namespace();
    if (goal.isOnDelete()) {
      return of(
          row,
          "OnDelete",
          "updateStrategy OnDelete updates it when it is deleted",
          new Advice("the pod is deleted", "kubectl delete pod " + row.pod() + place));
    }
    return goal.isPaused()
        ? of(
            row,
            "Paused",
            "the update is paused",
            new Advice("rollingUpdate.paused is false", "ordinal resume " + name + place))
        : of(
            row,
            "Partition",
            "partition %d keeps its template".formatted(goal.partition()),
            new Advice("partition is lower", "ordinal promote " + name + place));
  }

  private Explanation of(OrdinalRow row, String reason, String because, Advice advice) {
    var sentence = "%s stays at %s: %s".formatted(row.pod(), row.facts().revision(), because);
    return new Explanation(
        row.pod(), reason, List.of(sentence), row.pod(), Optional.empty(), advice);
  }

  private Explanation moving() {
    return ofSet(
        set.reason().isEmpty() ? "Working" : set.reason(),
        set.message(),
        new Advice("the controller has made its next change", ""));
  }

  private Explanation late() {
    return ofSet(
        set.reason(),
        set.message(),
        new Advice("anything moves; nothing is stopped by the deadline", ""));
  }

  private Explanation ofSet(String reason, String sentence, Advice advice) {
    var name = set.key().name();
    return new Explanation(name, reason, List.of(sentence), name, Optional.empty(), advice);
  }
}
