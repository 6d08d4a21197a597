package dev.ordinal.diff;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// One life of a set, made by chance: what is asked of it, and what befalls its pods, one thing
/// after the other, with a rest after each. The same seed gives both halves the same history as
/// long as they do the same.
///
/// Left out is what decision 0006 lists: templates whose pods never become ready, and updates while
/// pods are not ready.
final class History {
  private static final int STEPS = 7;
  private static final int MOST_PODS = 4;

  private final Random random;
  private final Play set;

  private History(long seed, Play set) {
    this.random = new Random(seed);
    this.set = set;
  }

  /// `-Dhistories=200 -Dhistory=1000` plays more of them, and from another seed on.
  static List<Scenario> all() {
    var first = Integer.getInteger("history", 1);
    return IntStream.range(first, first + Integer.getInteger("histories", 20))
        .mapToObj(History::of)
        .toList();
  }

  private static Scenario of(int seed) {
    return new Scenario("random-" + seed, form(new Random(-seed)), set -> play(seed, set));
  }

  private static void play(int seed, Play set) {
    var history = new History(seed, set);
    set.settle();
    for (var i = 0; i < STEPS; i++) {
      history.next();
    }
    if (!isHeld(set.form())) {
      set.deleteSet(history.one("Background", "Foreground", "Orphan"));
      set.deleted();
    }
  }

  /// Pods that stay terminating show an update half-way, and so does a batch, which otherwise ends
  /// in the order of the kubelet. They have no claims that go with them: for those the native
  /// controller waits until something else happens.
  private static SetForm form(Random random) {
    var form = SetForm.ordered(1 + random.nextInt(MOST_PODS));
    form = random.nextBoolean() ? form.parallel() : form;
    form = random.nextInt(4) == 0 ? form.minReady(1) : form;
    var isHeld = random.nextBoolean();
    if (random.nextInt(6) == 0) {
      form = form.onDelete();
    } else if (isHeld || form.isParallel()) {
      form = form.maxUnavailable(1 + random.nextInt(3));
    }
    if (isHeld) {
      return form.goneWhenTold();
    }
    return random.nextBoolean() ? retention(form.claims(), random) : form;
  }

  private static SetForm retention(SetForm form, Random random) {
    var fates = List.of("Retain", "Delete");
    return form.retention(fates.get(random.nextInt(2)), fates.get(random.nextInt(2)));
  }

  private void next() {
    var dice = random.nextInt(100);
    if (isHeld(set.form()) && dice % 2 == 0 && !terminating().isEmpty()) {
      set.letGo(any(terminating()));
    } else if (dice < 30) {
      set.scale(random.nextInt(MOST_PODS + 1));
    } else if (dice < 50) {
      heal();
      set.image("app:" + (1 + random.nextInt(3)));
    } else if (dice < 60 && !isOnDelete()) {
      heal();
      set.partition(random.nextInt(3));
    } else if (dice < 65) {
      set.start(random.nextInt(3));
    } else if (dice < 70) {
      set.edit("retention", retention(set.form(), random));
    } else {
      befall(dice);
    }
    set.settle();
  }

  /// Something happens to a pod.
  private void befall(int dice) {
    if (dice < 78) {
      to(running(), set::kill);
    } else if (dice < 82 && !isHeld(set.form())) {
      to(running(), dice % 2 == 0 ? set::fail : set::evict);
    } else if (dice < 94 && set.isDone()) {
      to(running(), set::unready);
      to(running(), set::unready);
    } else {
      to(unready(), set::ready);
    }
  }

  /// Updates find every pod ready, one after the other: each that recovers may be taken away.
  private void heal() {
    for (var i = 0; i <= MOST_PODS && !unready().isEmpty(); i++) {
      set.ready(unready().getFirst());
      set.settle();
    }
  }

  private void to(List<String> pods, Consumer<String> step) {
    if (!pods.isEmpty()) {
      step.accept(any(pods));
    }
  }

  private String any(List<String> pods) {
    return pods.get(random.nextInt(pods.size()));
  }

  private String one(String... words) {
    return words[random.nextInt(words.length)];
  }

  private List<String> terminating() {
    return set.pods(Recorder::isTerminating);
  }

  private List<String> running() {
    return set.pods(History::isRunning);
  }

  private List<String> unready() {
    Predicate<Json.Obj> isReady = Recorder::isReady;
    return set.pods(isReady.negate().and(History::isRunning));
  }

  private static boolean isRunning(Json.Obj pod) {
    return Recorder.phase(pod).equals("Running") && !Recorder.isTerminating(pod);
  }

  private boolean isOnDelete() {
    return set.form().spec().object("updateStrategy").text("type").equals("OnDelete");
  }

  private static boolean isHeld(SetForm form) {
    var meta = form.spec().object("template").object("metadata");
    return !meta.object("annotations").members().isEmpty();
  }
}
