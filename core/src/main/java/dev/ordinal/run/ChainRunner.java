package dev.ordinal.run;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The chains of one plan on their way: side by side, in order inside each, a few at first and more
/// while all goes well. A failure ends its own chain; a row of them ends what is alike.
public final class ChainRunner {
  private static final int FIRST_WINDOW = 4;
  private static final int WIDEST_WINDOW = 64;

  /// As many refusals of one sort without a success in between say that the next of that sort will
  /// be refused too.
  private static final int REFUSALS_IN_A_ROW = 5;

  /// One action whose time has come.
  public record Step(Action action, Plan.Chain chain, int position) {}

  private final ArrayDeque<Plan.Chain> unstarted;
  private int window = FIRST_WINDOW;
  private int inFlight;
  private final TreeMap<String, Integer> refusals = new TreeMap<>();
  private int successes;

  public ChainRunner(Plan<?> plan) {
    this.unstarted = new ArrayDeque<>(plan.chains());
  }

  /// The steps to start now.
  public List<Step> begin() {
    var steps = new ArrayList<Step>();
    while (inFlight < window && !unstarted.isEmpty()) {
      var chain = unstarted.poll();
      if (chain.actions().stream().noneMatch(this::isHopeless)) {
        steps.add(step(chain, 0));
      }
    }
    return steps;
  }

  private boolean isHopeless(Action action) {
    return refusals.getOrDefault(sort(action), 0) >= REFUSALS_IN_A_ROW;
  }

  /// What one server, one policy or one missing right answers alike.
  private static String sort(Action action) {
    return action.verb() + " " + Kind.of(action);
  }

  /// Takes the end of one step, and answers the steps to start now.
  public List<Step> end(Step step, Outcome outcome) {
    inFlight--;
    var steps = new ArrayList<Step>();
    if (outcome.isDone()) {
      successes++;
      refusals.remove(sort(step.action()));
      window = Math.min(WIDEST_WINDOW, window + 1);
      if (step.position() + 1 < step.chain().actions().size()) {
        steps.add(step(step.chain(), step.position() + 1));
      }
    } else {
      refusals.merge(sort(step.action()), 1, Integer::sum);
      window = Math.max(1, window / 2);
    }
    steps.addAll(begin());
    return steps;
  }

  public boolean isOver() {
    return inFlight == 0;
  }

  /// Whether the world has changed by our hand, so that another look is due at once.
  public boolean hasChangedAnything() {
    return successes > 0;
  }

  private Step step(Plan.Chain chain, int position) {
    inFlight++;
    return new Step(chain.actions().get(position), chain, position);
  }
}
