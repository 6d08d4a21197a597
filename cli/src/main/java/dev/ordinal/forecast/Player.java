package dev.ordinal.forecast;

import dev.ordinal.api.SetParser;
import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.SimulatedController;
import dev.ordinal.sim.virtual.Timeline;
import dev.ordinal.view.TemplateLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// Plays a change forward. Pods are taken to become ready as fast as those before them, and nothing
/// else happens meanwhile.
public final class Player {
  /// Longer than any pod takes; a set that has not moved for so long waits for a user.
  private static final Duration LONGEST_REST = Duration.ofHours(12);

  /// A simulated cluster counts its random numbers from 1: with the same numbers, pods of the play
  /// would have the uids of pods that there are.
  private static final long SEED = 0x666f726563617374L;

  private static final Duration LOOK = Duration.ofSeconds(5);

  private final ClusterObjects objects;
  private final Timeline time;
  private final Instant start;
  private final ApiServer server;
  private final List<PodStep> steps = new ArrayList<>();
  private final Map<String, Set<Kind>> taken = new TreeMap<>();
  private final SetParser parser = new SetParser(FeatureGate.defaults());
  private boolean isMetadataOnly;
  private boolean isCut;

  private Player(ClusterObjects objects, List<Json.Obj> definitions, Instant now) {
    this.objects = objects;
    this.start = now;
    this.time = new Timeline(now);
    this.server = new ApiServer(SeededCluster.registry(definitions), new Random(SEED));
  }

  /// What is assumed beside the objects.
  ///
  /// @param definitions the custom resources
  /// @param startTime how long a pod takes from its start until it is ready
  /// @param isEnough ends the play early; is asked often, with the number of steps so far
  public record Basis(
      List<Json.Obj> definitions, Duration startTime, Instant now, IntPredicate isEnough) {
    /// Plays to the end.
    public Basis(List<Json.Obj> definitions, Duration startTime, Instant now) {
      this(definitions, startTime, now, _ -> false);
    }
  }

  /// Plays the change of a set.
  ///
  /// @param patch a merge patch of the set
  /// @throws IllegalArgumentException with the API server's words when it would refuse the change
  public static Forecast play(ClusterObjects objects, Json.Obj patch, Basis basis) {
    return play(objects, new ProposedChange.Merge(patch), basis);
  }

  /// Plays a change of a set, or of one of its pods.
  ///
  /// @throws IllegalArgumentException with the API server's words when it would refuse the change
  public static Forecast play(ClusterObjects objects, ProposedChange proposed, Basis basis) {
    return new Player(objects, basis.definitions(), basis.now()).play(proposed, basis);
  }

  private Forecast play(ProposedChange proposed, Basis basis) {
    SeededCluster.fill(server, objects, start);
    var seconds = Math.max(0, basis.startTime().toSeconds());
    var options = ClusterOptions.of(0).with("ready-delay", seconds + "s");
    // Listens to the server from now on.
    var _ = new ClusterSimulation(server, time, options);
    SeededCluster.announce(server);
    var before = object();
    change(proposed);
    var after = object();
    var spec = specLines(before, after);
    return play(parser.parse(before), parser.parse(after), spec, basis.isEnough());
  }

  private Forecast play(SetView before, SetView after, List<String> spec, IntPredicate isEnough) {
    var change = TemplateDiff.between(before.spec().template(), after.spec().template());
    isMetadataOnly =
        change instanceof TemplateDiff.Result.Change(var work, _, var restarts)
            && work.isEmpty()
            && !restarts;
    new SimulatedController("forecast", server, time, new Listener()).start();
    var end = run(isEnough);
    var fields = TemplateLines.diff(before.spec().template(), after.spec().template());
    return new Forecast(
        steps,
        fields,
        spec,
        ShapingLimits.of(after.spec(), Forecast.batches(steps), !fields.isEmpty()),
        change instanceof TemplateDiff.Result.Impossible(var because) ? because : "",
        end,
        !isAtRest(before),
        isCut ? Optional.empty() : findTrouble(),
        isCut);
  }

  /// The refusal of an unknown field quotes the whole object first.
  private void change(ProposedChange proposed) {
    var reply = server.handle(proposed.request(server, objects), start);
    if (!reply.isOk()) {
      var words =
          reply.body().text("message").replaceFirst("(?s)^.*(?=strict decoding error: )", "");
      throw new IllegalArgumentException("The API server would refuse the change: " + words);
    }
  }

  private Request.Target target() {
    return server.target(Names.API_VERSION, "statefulsets", objects.namespace(), objects.name());
  }

  /// What differs beside the template.
  private static List<String> specLines(Json.Obj before, Json.Obj after) {
    return TemplateLines.plain(
        before.object("spec").without("template"), after.object("spec").without("template"));
  }

  private SetView set() {
    return parser.parse(object());
  }

  private Json.Obj object() {
    return server.handle(Request.get(target()), time.now()).body();
  }

  /// Until the set is at rest, or nothing more can happen. Returns how long that took.
  private Duration run(IntPredicate isEnough) {
    var next = start.plus(LOOK);
    while (!isCut && time.step(lastStep().plus(LONGEST_REST))) {
      isCut = isEnough.test(steps.size());
      if (time.now().isAfter(next)) {
        next = time.now().plus(LOOK);
        if (isAtRest(set())) {
          break;
        }
      }
    }
    return lastChange();
  }

  private Instant lastStep() {
    return steps.isEmpty() ? start : start.plus(steps.getLast().at());
  }

  private Duration lastChange() {
    var ready =
        set()
            .status()
            .findCondition("Ready")
            .filter(SetStatus.Condition::isTrue)
            .map(SetStatus.Condition::since)
            .filter(since -> since.isAfter(start));
    var last = steps.isEmpty() ? Duration.ZERO : steps.getLast().at();
    return ready
        .map(since -> Duration.between(start, since))
        .filter(at -> at.compareTo(last) > 0)
        .orElse(last);
  }

  private static boolean isAtRest(SetView set) {
    var status = set.status();
    return status.observedGeneration() == set.meta().generation()
        && status.holds().isEmpty()
        && is(status, "Ready")
        && !is(status, "Progressing");
  }

  private static boolean is(SetStatus status, String condition) {
    return status.findCondition(condition).filter(SetStatus.Condition::isTrue).isPresent();
  }

  private Optional<String> findTrouble() {
    var set = set();
    return isAtRest(set)
        ? Optional.empty()
        : set.status().findCondition("Ready").map(SetStatus.Condition::message);
  }

  /// Notes what the controller does to pods.
  private final class Listener implements RequestRecord.Listener {
    @Override
    public void sending(RequestRecord sent) {}

    @Override
    public void replied(RequestRecord sent, Outcome outcome) {
      if (outcome instanceof Outcome.Done) {
        sent.action().ifPresent(action -> note(action, sent.sentAt()));
      }
    }

    @Override
    public void note(String by, String words) {}

    private void note(Action action, Instant at) {
      find(action)
          .ifPresent(
              kind -> {
                var pod = action instanceof Action.GrowClaim grow ? grow.pod() : action.target();
                var before = taken.computeIfAbsent(pod, _ -> EnumSet.noneOf(Kind.class));
                if (before.stream().noneMatch(earlier -> follows(kind, earlier))) {
                  before.add(kind);
                  steps.add(new PodStep(pod, kind, Duration.between(start, at)));
                }
              });
    }

    /// The successor of a replaced pod, or the second part of an update in place.
    private static boolean follows(Kind kind, Kind before) {
      return switch (kind) {
        case CREATE -> before == Kind.REPLACE || before == Kind.CREATE;
        case IN_PLACE, METADATA, RESIZE, GROW, REPLACE, DELETE -> before == kind;
      };
    }

    private Optional<Kind> find(Action action) {
      return switch (action) {
        case Action.CreatePod _ -> Optional.of(Kind.CREATE);
        case Action.DeletePod(_, _, _, var cause) ->
            Optional.of(cause == Action.Cause.SCALE_DOWN ? Kind.DELETE : Kind.REPLACE);
        case Action.PatchPod(_, var purpose, _) ->
            purpose == Action.Purpose.UPDATE || purpose == Action.Purpose.BEGIN
                ? Optional.of(isMetadataOnly ? Kind.METADATA : Kind.IN_PLACE)
                : Optional.empty();
        case Action.ResizePod _ -> Optional.of(Kind.RESIZE);
        case Action.GrowClaim _ -> Optional.of(Kind.GROW);
        case Action.ConfirmSet _,
            Action.CheckTemplate _,
            Action.CompareTemplates _,
            Action.CreateRevision _,
            Action.PatchRevision _,
            Action.DeleteRevision _,
            Action.CreateClaim _,
            Action.PatchClaim _,
            Action.CreatePuller _,
            Action.PatchPodStatus _,
            Action.CheckResize _,
            Action.CreateJob _,
            Action.UnlockJob _,
            Action.DeleteJob _ ->
            Optional.empty();
      };
    }
  }
}
