package dev.ordinal.kube;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.Decoder;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.run.Engine;
import dev.ordinal.run.admit.Rehearsal;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/// Plays a set through before it is stored, with what the controller knows at this moment.
public final class Rehearsals {
  private final Engine engine;
  private final RequestSender sender;
  private final InstantSource clock;

  /// @param api for dry runs alone, and so of any replica
  Rehearsals(Engine engine, Api api, Set<FeatureGate> gates, InstantSource clock) {
    this.engine = engine;
    this.sender = new RequestSender(api, Decoder.ofTree(new SetParser(gates)::parse));
    this.clock = clock;
  }

  /// The mistake that the controller would report, if any. Before it knows the cluster it reports
  /// none. No dry run begins after the deadline.
  public Optional<String> refusal(SetView proposed, Optional<SetView> old, Instant deadline) {
    if (!engine.isSynced()) {
      return Optional.empty();
    }
    var rehearsal = new Rehearsal(engine.preview(proposed, clock.instant()), old);
    var asked = rehearsal.next();
    while (asked.isPresent() && clock.instant().isBefore(deadline)) {
      rehearsal.answered(asked.get(), ask(proposed, asked.get(), deadline));
      asked = rehearsal.next();
    }
    return rehearsal.refusal();
  }

  private Outcome ask(SetView set, Action action, Instant deadline) {
    var flow = set.key().toString();
    var outcome = sender.send(ApiRequest.of(set.meta().namespace(), action), flow);
    while (outcome instanceof Outcome.Unfinished(var next) && clock.instant().isBefore(deadline)) {
      outcome = sender.send(next, flow);
    }
    return outcome;
  }
}
