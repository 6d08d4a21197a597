package dev.ordinal.run;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// Carries out the chains of one plan: side by side, in order inside each, a few at first and more
/// while requests succeed. A failure ends its own chain; several in a row end all chains with the
/// same operation.
public final class ChainRunner {
  private static final int FIRST_WINDOW = 4;
  private static final int WIDEST_WINDOW = 64;

  /// After so many failures of one operation without a success in between, the next one is expected
  /// to fail too.
  private static final int FAILURES_IN_A_ROW = 5;

  private final String namespace;
  private final ArrayDeque<Plan.Chain> unstarted;
  private int window = FIRST_WINDOW;
  private int inFlight;
  private final TreeSet<String> planned = new TreeSet<>();
  private final TreeMap<String, Integer> failures = new TreeMap<>();
  private int successes;

  public ChainRunner(String namespace, Plan<?> plan) {
    this.namespace = namespace;
    this.unstarted = new ArrayDeque<>(plan.chains());
    plan.chains().forEach(chain -> planned.add(goal(chain)));
  }

  private static String goal(Plan.Chain chain) {
    var last = chain.actions().getLast();
    return operation(last) + " " + last.target();
  }

  /// The requests to send now.
  public List<ApiRequest> begin() {
    var requests = new ArrayList<ApiRequest>();
    while (inFlight < window && !unstarted.isEmpty()) {
      var chain = unstarted.poll();
      if (chain.actions().stream().noneMatch(this::isHopeless)) {
        requests.add(request(chain));
      }
    }
    return requests;
  }

  private boolean isHopeless(Action action) {
    return failures.getOrDefault(operation(action), 0) >= FAILURES_IN_A_ROW;
  }

  /// Actions for which an unhealthy server, a policy or a missing permission has the same effect.
  private static String operation(Action action) {
    return action.verb() + " " + Kind.of(action);
  }

  /// Takes the outcome of an action, and returns the requests to send now.
  public List<ApiRequest> end(Origin.Planned planned, Outcome outcome) {
    inFlight--;
    var requests = new ArrayList<ApiRequest>();
    if (outcome.isDone()) {
      successes++;
      failures.remove(operation(planned.action()));
      window = Math.min(WIDEST_WINDOW, window + 1);
      planned.rest().ifPresent(rest -> requests.add(request(rest)));
    } else {
      failures.merge(operation(planned.action()), 1, Integer::sum);
      window = Math.max(1, window / 2);
    }
    requests.addAll(begin());
    return requests;
  }

  public boolean isOver() {
    return inFlight == 0;
  }

  /// Whether a request has succeeded, so that the set has to be planned again at once.
  public boolean hasChangedAnything() {
    return successes > 0;
  }

  /// Whether this later plan has a goal that the one carried out had not: what failed is made up
  /// for by something else, which need not wait until it is tried again.
  public boolean isOvertakenBy(Plan<?> later) {
    return later.chains().stream().anyMatch(chain -> !planned.contains(goal(chain)));
  }

  private ApiRequest request(Plan.Chain chain) {
    inFlight++;
    return ApiRequest.of(namespace, chain);
  }
}
