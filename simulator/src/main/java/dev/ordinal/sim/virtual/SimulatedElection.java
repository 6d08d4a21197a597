package dev.ordinal.sim.virtual;

import dev.ordinal.model.json.Json;
import dev.ordinal.run.lead.ElectionSettings;
import dev.ordinal.run.lead.LeaderElection;
import dev.ordinal.run.lead.LeaderElection.Moment;
import dev.ordinal.run.lead.LeaderElection.Step;
import dev.ordinal.run.lead.Lease;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// The production election of one simulated controller: its requests take time, may fail, and are
/// sent while the controller runs.
public final class SimulatedElection {
  static final String NAMESPACE = "shop";
  static final String LEASE = "ordinal-controller";
  private static final Duration LATENCY = Duration.ofMillis(4);

  private final LeaderElection election;
  private final ApiServer server;
  private final Timeline time;
  private final SimulatedProcess process;
  private final Runnable takeOver;
  private final int incarnation;
  private Instant cutOffUntil = Instant.MIN;
  private long openTerm;

  /// `takeOver` runs when a term has begun.
  SimulatedElection(
      String identity, ApiServer server, SimulatedProcess process, Runnable takeOver) {
    this.election = new LeaderElection(identity, ElectionSettings.defaults());
    this.server = server;
    this.time = process.time();
    this.process = process;
    this.takeOver = takeOver;
    this.incarnation = process.incarnation();
  }

  void start() {
    step();
  }

  /// Whether a write may begin.
  public boolean mayAct() {
    return openTerm == election.term() && election.isHeld(process.moment());
  }

  /// Opens the present term, if it is not open yet.
  boolean open() {
    var isNew = openTerm != election.term() && election.isHeld(process.moment());
    openTerm = isNew ? election.term() : openTerm;
    return isNew;
  }

  /// For so long the Lease can be neither read nor written.
  public void cutOff(Duration span) {
    cutOffUntil = time.now().plus(span);
  }

  private void step() {
    var begun = process.moment();
    switch (election.next(begun)) {
      case Step.Wait(var wait) -> later(wait, this::step);
      case Step.Read _ -> ask(() -> Request.get(lease()), this::read);
      case Step.Create(var body) ->
          ask(() -> Request.create(lease().name(""), whole(body)), reply -> wrote(reply, begun));
      case Step.Patch(var body) ->
          ask(() -> Request.patch(lease(), Form.MERGE_PATCH, body), reply -> wrote(reply, begun));
    }
  }

  private static Json.Obj whole(Json.Obj body) {
    return body.with("apiVersion", Json.of("coordination.k8s.io/v1"))
        .with("kind", Json.of("Lease"))
        .with("metadata", Json.of("name", Json.of(LEASE)));
  }

  private interface Receiver {
    void take(Optional<Reply> reply);
  }

  /// The request is on its way even if the controller stands still meanwhile.
  private void ask(Supplier<Request> request, Receiver receiver) {
    var isCutOff = time.now().isBefore(cutOffUntil);
    time.after(
        LATENCY,
        () -> {
          var reply =
              isCutOff
                  ? Optional.<Reply>empty()
                  : Optional.of(server.handle(request.get(), time.now()));
          later(
              LATENCY,
              () -> {
                receiver.take(reply);
                step();
              });
        });
  }

  /// The reply to a request may come when the process has ended, and another one runs.
  private void later(Duration wait, Runnable step) {
    if (process.incarnation() == incarnation) {
      process.at(time.now().plus(wait), step);
    }
  }

  private void read(Optional<Reply> reply) {
    var now = process.moment();
    if (reply.isPresent() && (reply.get().isOk() || reply.get().code() == 404)) {
      election.read(reply.filter(Reply::isOk).map(found -> Lease.read(found.body())), now);
    } else {
      election.failed(now);
    }
  }

  private void wrote(Optional<Reply> reply, Moment begun) {
    var now = process.moment();
    if (reply.filter(Reply::isOk).isEmpty()) {
      election.failed(now);
      return;
    }
    var before = election.term();
    election.wrote(Lease.read(reply.get().body()), begun, now);
    if (election.term() != before) {
      takeOver.run();
    }
  }

  void resign() {
    election.resign(process.moment());
  }

  /// Lets another controller lead, if this one held the Lease until it resigned.
  void handOver() {
    var found = server.handle(Request.get(lease()), time.now());
    Optional.of(found)
        .filter(Reply::isOk)
        .flatMap(reply -> election.release(Lease.read(reply.body()), time.now()))
        .ifPresent(
            patch -> server.handle(Request.patch(lease(), Form.MERGE_PATCH, patch), time.now()));
  }

  private Target lease() {
    return server.target("coordination.k8s.io/v1", "leases", NAMESPACE, LEASE);
  }
}
