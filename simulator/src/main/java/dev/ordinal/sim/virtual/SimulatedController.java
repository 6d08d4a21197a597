package dev.ordinal.sim.virtual;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Json;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import dev.ordinal.run.Turn;
import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Our controller in virtual time: the production engine, planner and turns, with late watches and
/// requests that fail on demand. A crash loses everything that the cluster does not keep.
public final class SimulatedController {
  private static final Duration RESTART = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(30);

  private final String name;
  private Wire wire;
  private final Timeline time;
  private final RequestRecord.Witness witness;
  private final ArrayDeque<RequestFault> faults = new ArrayDeque<>();
  private final TreeMap<Integer, Runnable> appointments = new TreeMap<>();
  private final Map<Kind, DelayedWatch<?>> watches = new EnumMap<>(Kind.class);
  private Engine engine = new Engine(() -> {});
  private Duration skew = Duration.ZERO;
  private int life;
  private int requests;
  private int writes;
  private boolean isRung;
  private Optional<Instant> alarm = Optional.empty();

  public SimulatedController(
      String name, ApiServer server, Timeline time, RequestRecord.Witness witness) {
    this.name = name;
    this.wire = Wire.to(server);
    this.time = time;
    this.witness = witness;
    server.listen(change -> watches.values().forEach(each -> each.happened(change)));
  }

  /// From the next start on this gate is on too.
  public void switchOn(FeatureGate gate) {
    wire = wire.with(gate);
  }

  /// From now on the requests that this list denies at the moment are refused.
  public void obey(List<Denial> denials) {
    wire = wire.with(denials);
  }

  /// Begins, or begins again, with an empty memory.
  public void start() {
    stop();
    engine = new Engine(this::ring);
    alarm = Optional.empty();
    read(Kind.SET, wire::set, engine.sets());
    read(Kind.POD, Views::pod, engine.pods());
    read(Kind.CLAIM, Views::claim, engine.claims());
    read(Kind.REVISION, Views::revision, engine.revisions());
    read(Kind.CLASS, Views::storageClass, engine.classes());
    if (wire.server().knows(Names.API_VERSION, "imagepulljobs")) {
      read(Kind.JOB, Views::job, engine.jobs());
      read(Kind.NODE, Views::node, engine.nodes());
      // All pods are read above, whoever owns them.
      engine.others().listed(List.of(), 0);
    }
    ring();
  }

  /// Ends without a word: what is under way is never heard of.
  public void stop() {
    life++;
    isRung = false;
    watches.values().forEach(DelayedWatch::endWatch);
    watches.clear();
  }

  public void crash() {
    witness.note(name, "crashes");
    stop();
    var dead = life;
    time.after(
        RESTART,
        () -> {
          if (life == dead) {
            start();
          }
        });
  }

  /// Does something just before the write with this number, counted from the first.
  public void beforeWrite(int number, Runnable step) {
    appointments.put(number, step);
  }

  /// Does something just before the event of a kind with this number arrives.
  public void beforeNews(Kind kind, int number, Runnable step) {
    find(kind).ifPresent(each -> each.before(number, step));
  }

  /// The next request that it can hit meets with this.
  public void fault(RequestFault fault) {
    faults.add(fault);
  }

  /// From now on nothing goes wrong.
  public void heal() {
    faults.clear();
    skew(Duration.ZERO);
    watches.values().forEach(each -> each.lag(Duration.ZERO));
  }

  public void lag(Kind kind, Duration lag) {
    find(kind).ifPresent(each -> each.lag(lag));
  }

  public void disconnect(Kind kind, Duration silence) {
    find(kind).ifPresent(each -> each.disconnect(silence));
  }

  /// The API server is away for a while; what it says then may be of an earlier time.
  public void loseServer(Duration silence) {
    watches.values().forEach(each -> each.disconnect(silence));
    at(time.now().plus(silence).plus(RestoreCheck.SECOND_LOOK).plusSeconds(1), this::listRest);
  }

  private void listRest() {
    watches.values().forEach(DelayedWatch::listIfNeeded);
    if (watches.containsKey(Kind.JOB) && !engine.others().isListed()) {
      engine.others().listed(List.of(), 0);
    }
  }

  public void travelBack(Kind kind, long versions) {
    find(kind).ifPresent(each -> each.travelBack(versions));
  }

  private Optional<DelayedWatch<?>> find(Kind kind) {
    return Optional.ofNullable(watches.get(kind));
  }

  /// Sets its clock ahead, or behind.
  public void skew(Duration skew) {
    this.skew = skew;
    alarm = Optional.empty();
    ring();
  }

  private <V extends View> void read(Kind kind, Function<Json.Obj, V> reader, Feed<V> feed) {
    var channel = new DelayedWatch.Channel<>(reader, feed);
    watches.put(kind, new DelayedWatch<>(wire.server(), time, wire.target(kind, "", ""), channel));
  }

  private Instant clock() {
    return time.now().plus(skew);
  }

  /// A burst of watches is heard before anything is decided.
  private void ring() {
    if (!isRung) {
      isRung = true;
      at(time.now(), this::pump);
    }
  }

  private void at(Instant moment, Runnable step) {
    var born = life;
    time.at(
        moment,
        () -> {
          if (born == life) {
            step.run();
          }
        });
  }

  private void pump() {
    isRung = false;
    for (var key = engine.take(clock()); key.isPresent(); key = engine.take(clock())) {
      var scribe = new Scribe(key.get());
      scribe.start(scribe.turn.begin(clock()));
    }
    var due = engine.nextDue();
    if (due.isPresent() && alarm.filter(set -> !set.isAfter(due.get())).isEmpty()) {
      alarm = due;
      at(
          due.get().minus(skew),
          () -> {
            alarm = Optional.empty();
            pump();
          });
    }
  }

  private Optional<RequestFault> nextFault(Call call) {
    var isRead = call.verb() == Call.Verb.GET || call.verb() == Call.Verb.DRY_RUN;
    if (!isRead) {
      Optional.ofNullable(appointments.remove(++writes)).ifPresent(Runnable::run);
    }
    var next = Optional.ofNullable(faults.peek()).filter(fault -> !isRead || fault.hitsReads());
    next.ifPresent(_ -> faults.poll());
    return next;
  }

  private Instant latency() {
    requests++;
    return time.now().plusMillis(2 + requests % 5);
  }

  private Answer ask(RequestRecord sent) {
    witness.asking(sent);
    var answer = wire.ask(sent.call(), time.now());
    witness.asked(sent, answer.outcome());
    return answer;
  }

  /// One turn of one set or job: sends its tasks and keeps what they were decided on.
  private final class Scribe implements Turn.Witness {
    private final Turn turn;
    private RequestRecord.Look planned = new RequestRecord.Look(Optional.empty(), time.now());
    private RequestRecord.Look reported = planned;

    private Scribe(Key key) {
      this.turn = new Turn(engine, key, this);
    }

    private void start(List<Turn.Task> tasks) {
      tasks.forEach(task -> at(latency(), () -> send(task)));
      if (turn.isOver()) {
        ring();
      }
    }

    private void send(Turn.Task task) {
      var none = Optional.<Action>empty();
      var action = task instanceof Turn.Task.Act(_, var step) ? Optional.of(step.action()) : none;
      var look = task instanceof Turn.Task.Report ? reported : planned;
      var call = task.errand().call();
      var sent = new RequestRecord(name, look.seen(), action, call, look.asOf(), time.now(), skew);
      var fault = nextFault(sent.call());
      fault.ifPresent(hit -> witness.note(name, "struck: " + hit));
      var answer = fault.orElse(RequestFault.SLOW).answer(() -> ask(sent));
      if (fault.filter(RequestFault::isCrash).isPresent()) {
        crash();
        return;
      }
      var outcome = task.errand().take(answer);
      var back =
          latency().plus(fault.equals(Optional.of(RequestFault.SLOW)) ? SLOW : Duration.ZERO);
      at(
          back,
          () ->
              outcome.ifPresentOrElse(
                  found -> start(turn.end(task, found, clock())), () -> send(task)));
    }

    @Override
    public void planned(View subject, Plan<?> plan) {
      planned = look(subject);
    }

    @Override
    public void reporting(View subject, Plan<?> plan) {
      reported = look(subject);
    }

    private RequestRecord.Look look(View subject) {
      var asOf = watches.values().stream().map(DelayedWatch::asOf).min(Instant::compareTo);
      return new RequestRecord.Look(Optional.of(subject), asOf.orElse(time.now()));
    }

    @Override
    public void noticed(View subject, Plan.Notice notice) {}

    @Override
    public void acted(View subject, Action action, Outcome outcome) {}

    @Override
    public void gone(Key key) {}
  }
}
