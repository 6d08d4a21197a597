package dev.ordinal.sim.world;

import dev.ordinal.api.SetParser;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Json;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Feed;
import dev.ordinal.run.Visit;
import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.api.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Our controller in virtual time: the production engine and planner, with caches that lag and
/// requests that fail as the faults say. A crash forgets everything but what the cluster keeps.
public final class Pilot {
  private static final Duration LATENCY = Duration.ofMillis(2);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration RESTART = Duration.ofSeconds(2);

  private final ApiServer server;
  private final Timeline time;
  private final RandomGenerator chance;
  private final List<String> script = new ArrayList<>();
  private Faults faults;
  private SetParser sets = new SetParser(FeatureGate.defaults());
  private Engine engine = new Engine(() -> {});
  private int life;
  private Optional<Instant> alarm = Optional.empty();

  public Pilot(ApiServer server, Timeline time, RandomGenerator chance, Faults faults) {
    this.server = server;
    this.time = time;
    this.chance = chance;
    this.faults = faults;
  }

  /// What was done, one line an action.
  public List<String> script() {
    return List.copyOf(script);
  }

  public int lives() {
    return life;
  }

  /// With the next start this gate is on too.
  public void switchOn(FeatureGate gate) {
    var gates = EnumSet.copyOf(FeatureGate.defaults());
    gates.add(gate);
    sets = new SetParser(gates);
  }

  /// From now on nothing goes wrong.
  public void heal() {
    faults = new Faults(0, 0, 0, 0, faults.lag());
  }

  /// Begins, or begins again, with an empty memory.
  public void start() {
    life++;
    engine = new Engine(() -> {});
    alarm = Optional.empty();
    read(Kind.SET, sets::parse, engine.sets());
    read(Kind.POD, Views::pod, engine.pods());
    read(Kind.CLAIM, Views::claim, engine.claims());
    read(Kind.REVISION, Views::revision, engine.revisions());
    read(Kind.CLASS, Views::storageClass, engine.classes());
    if (server.knows(Names.API_VERSION, "imagepulljobs")) {
      read(Kind.JOB, Views::job, engine.jobs());
      read(Kind.NODE, Views::node, engine.nodes());
      // All pods are read above, whoever owns them.
      engine.others().listed(List.of(), 0);
    }
    pump();
  }

  private void crash() {
    script.add("crash");
    life++;
    time.after(RESTART, this::start);
  }

  private Target target(Kind kind, String namespace, String name) {
    return switch (kind) {
      case SET -> server.target(Names.API_VERSION, "statefulsets", namespace, name);
      case POD -> server.target("v1", "pods", namespace, name);
      case CLAIM -> server.target("v1", "persistentvolumeclaims", namespace, name);
      case REVISION -> server.target("apps/v1", "controllerrevisions", namespace, name);
      case CLASS -> server.target("storage.k8s.io/v1", "storageclasses", "", name);
      case JOB -> server.target(Names.API_VERSION, "imagepulljobs", namespace, name);
      case NODE -> server.target("v1", "nodes", "", name);
    };
  }

  private <V extends View> void read(Kind kind, Function<Json.Obj, V> reader, Feed<V> feed) {
    var all = target(kind, "", "");
    var list = server.handle(Request.list(all, Query.NONE), time.now()).body();
    var version = list.object("metadata").text("resourceVersion");
    feed.listed(
        list.items("items").stream().map(item -> reader.apply((Json.Obj) item)).toList(),
        Long.parseLong(version));
    var watch = server.watch(Request.list(all, Query.of("resourceVersion", version)));
    follow(life, watch, reader, feed);
  }

  /// Each kind is behind by its own time, and several events may come together.
  private <V extends View> void follow(
      int born, Watch watch, Function<Json.Obj, V> reader, Feed<V> feed) {
    var lag = faults.lag() == 0 ? 0 : chance.nextInt(faults.lag());
    time.after(
        POLL.plusMillis(lag),
        () -> {
          if (born == life) {
            var events = watch.poll();
            for (var event : events) {
              var view = reader.apply(event.object());
              if (event.type().equals("DELETED")) {
                feed.deleted(view);
              } else {
                feed.changed(view);
              }
            }
            follow(born, watch, reader, feed);
            if (!events.isEmpty()) {
              pump();
            }
          }
        });
  }

  private void pump() {
    for (var key = engine.take(time.now()); key.isPresent(); key = engine.take(time.now())) {
      var visit = new Visit(engine, key.get(), new Scribe());
      start(life, visit, visit.begin(time.now()));
    }
    var due = engine.nextDue();
    if (due.isPresent() && alarm.filter(set -> !set.isAfter(due.get())).isEmpty()) {
      var born = life;
      alarm = due;
      time.at(
          due.get(),
          () -> {
            if (born == life) {
              alarm = Optional.empty();
              pump();
            }
          });
    }
  }

  private void start(int born, Visit visit, List<Visit.Task> tasks) {
    tasks.forEach(task -> time.after(latency(), () -> send(born, visit, task)));
    if (visit.isOver()) {
      time.after(Duration.ZERO, () -> resume(born));
    }
  }

  private void resume(int born) {
    if (born == life) {
      pump();
    }
  }

  private Duration latency() {
    return LATENCY.plusMillis(chance.nextInt(5));
  }

  private boolean strikes(int rate) {
    return rate > 0 && chance.nextInt(1000) < rate;
  }

  private void send(int born, Visit visit, Visit.Task task) {
    if (born != life) {
      return;
    }
    var isWrite = task.errand().call().verb() != Call.Verb.GET;
    if (isWrite && strikes(faults.crash())) {
      // Half of the time the server hears it first.
      if (chance.nextBoolean()) {
        ask(task.errand().call());
      }
      crash();
      return;
    }
    var answer = answer(task.errand().call());
    var outcome = task.errand().take(answer);
    time.after(
        latency(),
        () -> {
          if (born == life) {
            outcome.ifPresentOrElse(
                found -> start(born, visit, visit.end(task, found, time.now())),
                () -> send(born, visit, task));
          }
        });
  }

  private Answer answer(Call call) {
    if (strikes(faults.lost())) {
      return new Answer.Lost("the connection was refused", false);
    }
    if (strikes(faults.busy())) {
      return new Answer.Replied(429, "too many requests", Optional.empty());
    }
    var answer = ask(call);
    return strikes(faults.lostReply()) ? new Answer.Lost("the reply was lost", true) : answer;
  }

  private Answer ask(Call call) {
    var one = target(call.kind(), call.namespace(), call.name()).part(part(call));
    var all = one.name("");
    var request =
        switch (call.verb()) {
          case GET -> Request.get(one);
          case CREATE -> Request.create(all, call.body());
          case DRY_RUN -> dryRun(Request.create(all, call.body()));
          case MERGE_PATCH -> Request.patch(one, Form.MERGE_PATCH, call.body());
          case STRATEGIC_PATCH -> Request.patch(one, Form.STRATEGIC_PATCH, call.body());
          case DELETE -> Request.delete(one, call.body());
        };
    var reply = server.handle(request, time.now());
    return reply.isOk()
        ? new Answer.Replied(reply.code(), "", view(call.kind(), reply.body()))
        : new Answer.Replied(reply.code(), reply.body().text("message"), Optional.empty());
  }

  private static String part(Call call) {
    return call.part().isEmpty() ? "" : call.part().substring(1);
  }

  private static Request dryRun(Request create) {
    var query = new TreeMap<String, String>();
    query.put("dryRun", "All");
    query.put("fieldValidation", "Strict");
    return new Request(create.verb(), create.target(), new Query(query), create.body());
  }

  private Optional<View> view(Kind kind, Json.Obj body) {
    if (body.object("metadata").text("uid").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (kind) {
          case SET -> sets.parse(body);
          case POD -> Views.pod(body);
          case CLAIM -> Views.claim(body);
          case REVISION -> Views.revision(body);
          case CLASS -> Views.storageClass(body);
          case JOB -> Views.job(body);
          case NODE -> Views.node(body);
        });
  }

  /// Keeps the script.
  private final class Scribe implements Visit.Witness {
    @Override
    public void planned(View subject, Plan<?> plan) {}

    @Override
    public void noticed(View subject, Plan.Notice notice) {}

    @Override
    public void acted(View subject, Action action, Outcome outcome) {
      var word = outcome.isDone() ? "" : " " + outcome.getClass().getSimpleName();
      script.add(Sketch.show(action) + word);
    }

    @Override
    public void gone(Key key) {}
  }
}
