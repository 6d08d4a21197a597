package dev.ordinal.sim.virtual;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import dev.ordinal.run.Turn;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The controller in virtual time: the production engine, planner and turns, with delayed watches
/// and requests that fail on demand. A crash loses everything that the cluster does not store.
public final class SimulatedController {
  private static final Duration RESTART = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(30);

  private final String name;
  private Wire wire;
  private final Timeline time;
  private final RequestRecord.Listener listener;
  private final FaultQueue faults = new FaultQueue();
  private final DelayedWatches watches = new DelayedWatches();
  private Engine engine = new Engine();
  private final SimulatedProcess process;
  private Optional<SimulatedElection> election = Optional.empty();
  private boolean isElected;
  private int turns;
  private int requests;
  private boolean isWakeDue;
  private Optional<Instant> timer = Optional.empty();

  public SimulatedController(
      String name, ApiServer server, Timeline time, RequestRecord.Listener listener) {
    this.name = name;
    this.wire = Wire.to(server);
    this.time = time;
    this.process = new SimulatedProcess(time);
    this.listener = listener;
    server.listen(change -> watches.changed(change));
  }

  /// Enables a feature gate from the next start on.
  public void enable(FeatureGate gate) {
    wire = wire.with(gate);
  }

  /// Refuses the requests that this list denies, which may change.
  public void deny(List<Denial> denials) {
    wire = wire.with(denials);
  }

  /// Starts, or restarts, with an empty memory.
  public void start() {
    stop();
    engine = new Engine();
    timer = Optional.empty();
    read(Kind.SET, wire::set, engine.sets());
    read(Kind.POD, Views::pod, engine.pods());
    read(Kind.CLAIM, Views::claim, engine.claims());
    read(Kind.REVISION, Views::revision, engine.revisions());
    read(Kind.CLASS, Views::storageClass, engine.classes());
    if (wire.server().knows(Names.API_VERSION, "imagepulljobs")) {
      read(Kind.JOB, Views::job, engine.jobs());
      read(Kind.NODE, Views::node, engine.nodes());
      // All pods are read above, whatever controller they have.
      engine.otherPods().listed(List.of(), 0);
    }
    election = isElected ? Optional.of(newElection()) : Optional.empty();
    election.ifPresent(SimulatedElection::start);
    wake();
  }

  private SimulatedElection newElection() {
    var identity = name + "-" + process.incarnation();
    return new SimulatedElection(identity, wire.server(), process, this::takeOver);
  }

  /// Takes part in an election from the next start on.
  public void elect() {
    isElected = true;
  }

  /// Its election, if it takes part in one and runs.
  public Optional<SimulatedElection> election() {
    return election;
  }

  public SimulatedProcess process() {
    return process;
  }

  private boolean mayAct() {
    return election.map(SimulatedElection::mayAct).orElse(!isElected);
  }

  /// As in production: turns of an earlier term end first, and then everything is read again.
  private void takeOver() {
    if (turns == 0 && election.filter(SimulatedElection::open).isPresent()) {
      engine.forgetAll();
      listRest();
      wake();
    }
  }

  /// Ends at once: outcomes of requests under way are lost.
  public void stop() {
    process.end();
    election = Optional.empty();
    turns = 0;
    isWakeDue = false;
    watches.stop();
  }

  /// A clean stop, and a start: hands over when the requests under way have ended.
  public void restart() {
    listener.note(name, "restarts");
    election.ifPresent(SimulatedElection::resign);
    process.at(
        time.now().plusSeconds(1),
        () -> {
          election.filter(_ -> turns == 0).ifPresent(SimulatedElection::handOver);
          crash();
        });
  }

  public void crash() {
    listener.note(name, "crashes");
    stop();
    process.at(time.now().plus(RESTART), this::start);
  }

  /// Runs something just before the write with this number, counted from the first.
  public void beforeWrite(int number, Runnable step) {
    faults.beforeWrite(number, step);
  }

  /// The next request that it can affect has this fault.
  public void fault(RequestFault fault) {
    faults.add(fault);
  }

  /// Ends all faults.
  public void heal() {
    faults.clear();
    skew(Duration.ZERO);
    watches.heal();
  }

  public DelayedWatches watches() {
    return watches;
  }

  /// The API server is unreachable for a while, and may be restored from a backup meanwhile.
  public void loseServer(Duration outage) {
    watches.disconnect(outage);
    process.at(
        time.now().plus(outage).plus(RestoreCheck.SECOND_LOOK).plusSeconds(1), this::listRest);
  }

  private void listRest() {
    watches.listIfNeeded();
    if (watches.has(Kind.JOB) && !engine.otherPods().isListed()) {
      engine.otherPods().listed(List.of(), 0);
      wake();
    }
  }

  /// Sets the controller's clock ahead, or back.
  public void skew(Duration skew) {
    process.skew(skew);
    timer = Optional.empty();
    wake();
  }

  private <V extends View> void read(Kind kind, Function<Json.Obj, V> reader, Feed<V> feed) {
    var channel = new DelayedWatch.Channel<>(reader, feed, this::wake);
    watches.put(kind, new DelayedWatch<>(wire.server(), time, wire.target(kind, "", ""), channel));
  }

  /// All events of a moment are delivered before anything is planned.
  private void wake() {
    if (!isWakeDue) {
      isWakeDue = true;
      process.at(time.now(), this::dispatch);
    }
  }

  private void dispatch() {
    isWakeDue = false;
    for (var key = take(); key.isPresent(); key = take()) {
      var simulated = new SimulatedTurn(key.get());
      turns++;
      simulated.start(simulated.turn.begin(process.clock()));
    }
    var due = mayAct() ? engine.nextDue() : Optional.<Instant>empty();
    if (due.isPresent() && timer.filter(set -> !set.isAfter(due.get())).isEmpty()) {
      timer = due;
      process.at(
          due.get().minus(process.skew()),
          () -> {
            timer = Optional.empty();
            dispatch();
          });
    }
  }

  private Optional<Key> take() {
    return mayAct() ? engine.take(process.clock()) : Optional.empty();
  }

  private Instant latency() {
    requests++;
    return time.now().plusMillis(2 + requests % 5);
  }

  private Outcome handle(RequestRecord sent) {
    listener.sending(sent);
    var request = sent.request();
    var reply = wire.send(request, time.now());
    var message = reply.isOk() ? "" : reply.body().text("message");
    var view = wire.view(request.kind(), reply);
    listener.replied(sent, Outcome.of(reply.code(), message, view));
    return request.replied(reply.code(), message, view);
  }

  /// One turn of one set or job: sends its requests and records their basis.
  private final class SimulatedTurn implements Turn.Listener {
    private final Turn turn;
    private RequestRecord.Basis planned = new RequestRecord.Basis(Optional.empty(), time.now());
    private RequestRecord.Basis reported = planned;

    private SimulatedTurn(Key key) {
      this.turn = new Turn(engine, key, this);
    }

    private void start(List<ApiRequest> requests) {
      requests.forEach(this::begin);
      if (turn.isOver()) {
        turns--;
        takeOver();
        wake();
      }
    }

    /// A write that was begun reaches the server, whatever happens here meanwhile.
    private void begin(ApiRequest request) {
      if (request.isWrite() && !mayAct()) {
        var outcome = request.lost("this controller does not lead", false);
        process.at(latency(), () -> start(turn.end(request, outcome, process.clock())));
      } else {
        process.whileAlive(latency(), () -> send(request));
      }
    }

    private void send(ApiRequest request) {
      var basis = request.origin() instanceof Origin.StatusReport ? reported : planned;
      var sent =
          new RequestRecord(name, basis.seen(), request, basis.asOf(), time.now(), process.skew());
      var fault = faults.next(request);
      fault.ifPresent(hit -> listener.note(name, "fault: " + hit));
      var outcome = fault.orElse(RequestFault.SLOW).outcome(request, () -> handle(sent));
      if (fault.filter(RequestFault::isCrash).isPresent()) {
        crash();
        return;
      }
      var back =
          latency().plus(fault.equals(Optional.of(RequestFault.SLOW)) ? SLOW : Duration.ZERO);
      process.at(back, () -> start(turn.end(request, outcome, process.clock())));
    }

    @Override
    public void planned(View subject, Plan<?> plan) {
      planned = basis(subject);
    }

    @Override
    public void reporting(View subject, Plan<?> plan) {
      reported = basis(subject);
    }

    private RequestRecord.Basis basis(View subject) {
      return new RequestRecord.Basis(Optional.of(subject), watches.asOf().orElse(time.now()));
    }
  }
}
