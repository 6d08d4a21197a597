package dev.ordinal.diff;

import dev.ordinal.diff.Account.Phase;
import dev.ordinal.diff.Recorder.Scene;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Api.Merge;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Rig;
import dev.ordinal.sim.SimAnnotations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// One scenario on one half, in a namespace of its own: what a script can ask for, and wait for.
final class Play implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /// At the goal nothing more is expected to come.
  private static final Duration SHORT_QUIET = Duration.ofMillis(400);

  /// Away from the goal only silence tells that nothing comes: longer than any pace in the game.
  private static final Duration LONG_QUIET = Duration.ofMillis(2500);

  private final Api api;
  private final Half half;
  private final String namespace;
  private final Recorder recorder;
  private SetForm form;
  private final List<Phase> phases = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final Map<String, String> former = new TreeMap<>();
  private boolean isOrdered;

  private Play(Api api, Half half, String namespace, SetForm form) {
    this.api = api;
    this.half = half;
    this.namespace = namespace;
    this.form = form;
    this.isOrdered = !form.isParallel();
    this.recorder = Recorder.start(api, half, namespace);
  }

  static Account perform(Rig rig, Half half, Scenario scenario) {
    var cluster = rig.enter("diff-" + half.name().toLowerCase(java.util.Locale.ROOT));
    try (var play = new Play(rig.api(), half, cluster.namespace(), scenario.form())) {
      play.create();
      scenario.script().accept(play);
      return new Account(play.phases);
    }
  }

  /// Makes the set, or makes it again after it was deleted.
  void create() {
    ask("create");
    require(api.create(half.path(namespace), form.body(half)));
  }

  /// Makes the set again, in another form.
  void recreate(SetForm next) {
    form = next;
    create();
  }

  void scale(int replicas) {
    ask("scale " + replicas);
    change(form.with("replicas", Json.of(replicas)));
  }

  void image(String image) {
    ask(image);
    change(form.image(image));
  }

  /// From here on one thing happens after the other even where pods are side by side: there is room
  /// for one pod at a time.
  void oneAfterTheOther() {
    isOrdered = true;
  }

  void partition(int partition) {
    ask("partition " + partition);
    change(form.partition(partition));
  }

  void start(int ordinal) {
    ask("start " + ordinal);
    change(form.start(ordinal));
  }

  /// Any other change of the spec.
  void edit(String what, SetForm next) {
    ask(what);
    change(next);
  }

  SetForm form() {
    return form;
  }

  private void change(SetForm next) {
    form = next;
    require(api.patch(setPath(), Merge.PLAIN, Json.of("spec", next.spec())));
  }

  void deleteSet(String propagation) {
    ask("delete " + propagation);
    // From here the collector is at work, which knows no order.
    isOrdered = false;
    require(api.delete(setPath(), Json.of("propagationPolicy", Json.of(propagation))));
  }

  void kill(String pod) {
    ask("kill " + pod);
    former.put(pod, uid(pod));
    require(api.delete(podPath(pod), Json.EMPTY));
  }

  void fail(String pod) {
    ask("fail " + pod);
    wanted(pod, "phase", Json.of("Failed"), found -> Recorder.phase(found).equals("Failed"));
  }

  void succeed(String pod) {
    ask("succeed " + pod);
    wanted(pod, "phase", Json.of("Succeeded"), found -> Recorder.phase(found).equals("Succeeded"));
  }

  void evict(String pod) {
    ask("evict " + pod);
    wanted(pod, "evict", Json.of("true"), found -> Recorder.phase(found).equals("Failed"));
  }

  void ready(String pod) {
    ask("ready " + pod);
    wanted(pod, "ready", Json.of("true"), Recorder::isReady);
    awaitReadinessTold();
  }

  void unready(String pod) {
    ask("unready " + pod);
    wanted(pod, "ready", Json.of("false"), found -> !Recorder.isReady(found));
    awaitReadinessTold();
  }

  /// A controller reads pods and sets by different watches, and may see the next change of the set
  /// before this one of the pod. Its status shows that it has seen it.
  private void awaitReadinessTold() {
    until(asked.getLast() + " in the status", Duration.ZERO, Rest::isReadinessTold);
  }

  /// Lets a pod end that was told to stay, once it is on its way out.
  void letGo(String pod) {
    awaitTerminating(pod);
    ask("let go " + pod);
    wanted(pod, "stuck-termination", new Json.Null(), _ -> false);
  }

  /// The same after a pod was struck: one that has ended by itself needs no leave.
  void letGoIfHeld(String pod) {
    var found = recorder.scene().pods().get(pod);
    if (found != null && Recorder.phase(found).equals("Running")) {
      letGo(pod);
    }
  }

  /// Asks the fake kubelet for something and waits until it shows, or the pod is no more.
  private void wanted(String pod, String name, Json value, Predicate<Json.Obj> shows) {
    var uid = uid(pod);
    former.put(pod, uid);
    annotate(podPath(pod), name, value);
    until(
        asked.getLast(),
        Duration.ZERO,
        scene -> {
          var found = scene.pods().get(pod);
          return found == null || !Recorder.uid(found).equals(uid) || shows.test(found);
        });
  }

  void label(String pod, String key, Json value) {
    ask("label " + pod);
    var patch = Json.of("metadata", Json.of("labels", Json.of(key, value)));
    require(api.patch(podPath(pod), Merge.PLAIN, patch));
  }

  /// Asks for another pod in place of this one, by Kruise's label.
  void chooseForDeletion(String pod) {
    former.put(pod, uid(pod));
    label(pod, "apps.kruise.io/specified-delete", Json.of("true"));
  }

  void awaitState(String pod, String state) {
    await(state + " of " + pod, pod, found -> Recorder.state(found).equals(state));
  }

  void awaitCapacity(String claim, String size) {
    until(
        claim + " of " + size,
        Duration.ZERO,
        scene ->
            scene.claims().containsKey(claim)
                && scene
                    .claims()
                    .get(claim)
                    .object("status")
                    .object("capacity")
                    .text("storage")
                    .equals(size));
  }

  /// A pod under one of the set's names, without an owner.
  void makePod(String pod) {
    ask("make " + pod);
    var template = form.image("app:0").spec().object("template");
    var meta = template.object("metadata").with("name", Json.of(pod));
    var body = Json.of("metadata", meta).with("spec", template.object("spec"));
    require(api.create("/api/v1/namespaces/" + namespace + "/pods", body));
    awaitRunning(pod);
  }

  void deleteClaim(String claim) {
    ask("delete claim " + claim);
    require(api.delete(claimPath(claim), Json.EMPTY));
  }

  void bind(String claim) {
    ask("bind " + claim);
    annotate(claimPath(claim), "bind", new Json.Null());
  }

  private void annotate(String path, String name, Json value) {
    var annotations = Json.of(SimAnnotations.PREFIX + name, value);
    var patch = Json.of("metadata", Json.of("annotations", annotations));
    require(api.patch(path, Merge.PLAIN, patch));
  }

  /// Until everything is as the spec wants it; ends a phase.
  void rest() {
    until("rest", SHORT_QUIET, Rest::isDone);
    endPhase();
  }

  /// Until nothing moves any more, wherever that is; ends a phase.
  void still() {
    until("stillness", LONG_QUIET, Rest::isTold);
    endPhase();
  }

  /// Until everything is as the spec wants it, or nothing moves any more; ends a phase.
  void settle() {
    until(
        "rest or stillness",
        SHORT_QUIET,
        scene ->
            Rest.isDone(scene)
                || (Rest.isTold(scene) && Rest.arePodsSettled(scene) && isQuiet(LONG_QUIET)));
    endPhase();
  }

  private boolean isQuiet(Duration quiet) {
    return System.nanoTime() - recorder.changedAt() >= quiet.toNanos();
  }

  boolean isDone() {
    return Rest.isDone(recorder.scene());
  }

  /// The names of the set's pods of which this is true.
  List<String> pods(Predicate<Json.Obj> test) {
    return recorder.scene().pods().entrySet().stream()
        .filter(pod -> test.test(pod.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Until the set is gone with all it takes along; ends a phase.
  void deleted() {
    until("the end of the set", SHORT_QUIET, Rest::isDeleted);
    endPhase();
  }

  /// Until another pod runs in place of the one that was last killed, failed or let go.
  void awaitReplaced(String pod) {
    await(
        "another " + pod,
        pod,
        found ->
            !Recorder.uid(found).equals(former.get(pod))
                && Recorder.phase(found).equals("Running"));
  }

  void awaitOwned(String pod) {
    await("owned " + pod, pod, Recorder::isOwned);
  }

  void awaitLabel(String pod, String key) {
    await(
        key + " of " + pod,
        pod,
        found -> found.object("metadata").object("labels").find(key).isPresent());
  }

  void awaitFree(String pod) {
    await("free " + pod, pod, found -> !Recorder.isOwned(found));
  }

  /// Until a pod of this name runs, ready or not.
  void awaitRunning(String pod) {
    await("running " + pod, pod, found -> Recorder.phase(found).equals("Running"));
  }

  void awaitReady(String pod) {
    await("ready " + pod, pod, Recorder::isReady);
  }

  /// Until a ready pod of this name has this image.
  void awaitReady(String pod, String image) {
    await(
        pod + " ready with " + image,
        pod,
        found ->
            Recorder.isReady(found)
                && !Recorder.isTerminating(found)
                && found.object("spec").items("containers").stream()
                    .allMatch(each -> ((Json.Obj) each).text("image").equals(image)));
  }

  void awaitUnready(String pod) {
    await("unready " + pod, pod, found -> !Recorder.isReady(found));
  }

  /// Where ours is meant to do something and the other controller nothing: silence alone could be
  /// that of a busy machine.
  void oursAlone(Consumer<Play> wait) {
    if (half == Half.OURS) {
      wait.accept(this);
    }
  }

  void awaitTerminating(String pod) {
    await("terminating " + pod, pod, Recorder::isTerminating);
  }

  void awaitNone(String pod) {
    until("no " + pod, Duration.ZERO, scene -> !scene.pods().containsKey(pod));
  }

  private void await(String what, String pod, Predicate<Json.Obj> test) {
    until(
        what,
        Duration.ZERO,
        scene -> scene.pods().containsKey(pod) && test.test(scene.pods().get(pod)));
  }

  void until(String what, Duration quiet, Predicate<Scene> test) {
    try {
      Await.until(what, PATIENCE, () -> test.test(recorder.scene()) && isQuiet(quiet));
    } catch (AssertionError e) {
      throw new AssertionError(
          "%s, after %s: %s\n%s"
              .formatted(half, String.join(", ", asked), e.getMessage(), situation()),
          e);
    }
  }

  private String situation() {
    var aliases = recorder.aliases();
    var facts = Facts.of(recorder.scene(), aliases);
    return Account.events(recorder.take(), aliases)
        + "\n"
        + String.join("\n", facts.stream().filter(Play::isTelling).toList());
  }

  private static boolean isTelling(String line) {
    return !line.contains(".spec.") && !line.contains(".metadata.") && !line.contains(".payload.");
  }

  private void endPhase() {
    var aliases = recorder.aliases();
    var facts = Facts.of(recorder.scene(), aliases);
    recorder.takeClaims().forEach(tale -> facts.add("claim story: " + tale));
    var order = Account.events(recorder.take(), aliases);
    phases.add(new Phase("'" + String.join(", ", asked) + "'", isOrdered, order, facts));
    asked.clear();
  }

  private void ask(String what) {
    asked.add(what);
  }

  /// Goes on only when the recorder knows: otherwise the past might be taken for rest.
  private void require(Api.Reply reply) {
    var object = Api.required(reply, half + " " + asked.getLast());
    if (!object.text("kind").equals("Status")) {
      until("news of it", Duration.ZERO, _ -> recorder.hasSeen(object));
    }
  }

  /// The pod of this name as it is known now.
  private String uid(String pod) {
    var found = recorder.scene().pods().get(pod);
    return found == null ? "" : Recorder.uid(found);
  }

  private String setPath() {
    return half.path(namespace) + "/" + SetForm.NAME;
  }

  private String podPath(String pod) {
    return "/api/v1/namespaces/" + namespace + "/pods/" + pod;
  }

  private String claimPath(String claim) {
    return "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims/" + claim;
  }

  @Override
  public void close() {
    recorder.close();
  }
}
