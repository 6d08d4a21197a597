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
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.SimulatedController;
import dev.ordinal.sim.virtual.Timeline;
import dev.ordinal.view.TemplateLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Plays a change forward. Pods are taken to become ready as fast as those before them, and nothing
/// else happens meanwhile.
public final class Player {
  /// Longer than any pod takes; a set that has not moved for so long waits for a user.
  private static final Duration LONGEST = Duration.ofHours(12);

  private static final Duration LOOK = Duration.ofSeconds(5);

  private final ClusterObjects objects;
  private final Timeline time;
  private final Instant start;
  private final ApiServer server;
  private final List<PodStep> steps = new ArrayList<>();
  private final SetParser parser = new SetParser(FeatureGate.defaults());
  private boolean isMetadataOnly;

  private Player(ClusterObjects objects, List<Json.Obj> definitions, Instant now) {
    this.objects = objects;
    this.start = now;
    this.time = new Timeline(now);
    this.server = new ApiServer(SeededCluster.registry(definitions), new Random(1));
  }

  /// What is assumed beside the objects.
  ///
  /// @param definitions the custom resources
  /// @param startTime how long a pod takes from its start until it is ready
  public record Basis(List<Json.Obj> definitions, Duration startTime, Instant now) {}

  /// Plays the change of a set.
  ///
  /// @param patch a merge patch of the set
  /// @throws IllegalArgumentException with the API server's words when it would refuse the change
  public static Forecast play(ClusterObjects objects, Json.Obj patch, Basis basis) {
    return new Player(objects, basis.definitions(), basis.now()).play(patch, basis.startTime());
  }

  private Forecast play(Json.Obj patch, Duration startTime) {
    SeededCluster.fill(server, objects, start);
    var options =
        ClusterOptions.of(0).with("ready-delay", Math.max(0, startTime.toSeconds()) + "s");
    // Listens to the server from now on.
    var _ = new ClusterSimulation(server, time, options);
    SeededCluster.announce(server);
    var before = object();
    change(patch);
    var after = object();
    return play(parser.parse(before), parser.parse(after), specLines(before, after));
  }

  private Forecast play(SetView before, SetView after, List<String> spec) {
    var change = TemplateDiff.between(before.spec().template(), after.spec().template());
    isMetadataOnly =
        change instanceof TemplateDiff.Result.Change(var work, _, var restarts)
            && work.isEmpty()
            && !restarts;
    new SimulatedController("forecast", server, time, new Listener()).start();
    var end = run();
    var fields = TemplateLines.diff(before.spec().template(), after.spec().template());
    return new Forecast(
        steps,
        fields,
        spec,
        ShapingLimits.of(after.spec(), Forecast.batches(steps), !fields.isEmpty()),
        change instanceof TemplateDiff.Result.Impossible(var because) ? because : "",
        end,
        !isAtRest(before),
        findTrouble());
  }

  /// As kubectl does, with a refusal of unknown fields, which quotes the whole object first.
  private void change(Json.Obj patch) {
    var strict = Request.Query.of("fieldValidation", "Strict");
    var body = new Request.Body(Form.MERGE_PATCH, patch);
    var reply = server.handle(new Request(Request.Verb.PATCH, target(), strict, body), start);
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
  private Duration run() {
    var limit = start.plus(LONGEST);
    var next = start.plus(LOOK);
    while (time.step(limit)) {
      if (time.now().isAfter(next)) {
        next = time.now().plus(LOOK);
        if (isAtRest(set())) {
          break;
        }
      }
    }
    return lastChange();
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
                var isKnown =
                    steps.stream()
                        .anyMatch(step -> step.pod().equals(pod) && follows(kind, step.kind()));
                if (!isKnown) {
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
