package dev.ordinal.cli.handover;

import dev.ordinal.command.Terminal;
import dev.ordinal.handover.Manifest;
import dev.ordinal.handover.Preflight;
import dev.ordinal.handover.Route;
import dev.ordinal.handover.Scene;
import dev.ordinal.handover.Way;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.common.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// One run of `adopt` or `release`: tells what would happen to each set, asks once, and moves those
/// that may be moved.
final class Handover {
  private final HandoverOptions options;
  private final Way way;
  private final PrintWriter out;
  private final Mover mover;
  private int moved;
  private int refused;

  Handover(HandoverOptions options, Way way, PrintWriter out, Mover mover) {
    this.options = options;
    this.way = way;
    this.out = out;
    this.mover = mover;
  }

  /// The whole command, and its exit code.
  static int run(HandoverOptions options, Way way, PrintWriter out) throws InterruptedException {
    var selector = options.selector();
    try (var connection = options.open()) {
      var mover = mover(connection, options, way);
      Collection<String> names =
          selector.isPresent() ? mover.names(selector.get()) : options.name().stream().toList();
      return new Handover(options, way, out, mover).run(names, selector.isPresent());
    }
  }

  private static Mover mover(Connection connection, HandoverOptions options, Way way) {
    return new Mover(connection.api(), connection.namespace(), way, options.patience());
  }

  /// The exit code: 1 if a set did not arrive.
  int run(Collection<String> names, boolean isSummaryWanted) throws InterruptedException {
    var ready = new ArrayList<String>();
    for (var name : names) {
      if (mayMove(name)) {
        ready.add(name);
      }
    }
    if (!options.isDryRun() && !ready.isEmpty() && isAgreed(ready)) {
      for (var name : ready) {
        move(name);
      }
    }
    if (isSummaryWanted) {
      out.printf("%d found, %d %s, %d refused%n", names.size(), moved, past(way), refused);
    }
    return refused == 0 ? 0 : 1;
  }

  private static String past(Way way) {
    return switch (way) {
      case ADOPT -> "adopted";
      case RELEASE -> "released";
    };
  }

  private boolean mayMove(String name) {
    var scene = mover.scene(name);
    if (scene.note().isPresent()) {
      out.printf("%s: an earlier run stopped half way; this one goes on%n", name);
    }
    if (hasLeft(scene)) {
      return true;
    }
    if (scene.source().isEmpty()) {
      return arrived(scene, name);
    }
    var source = scene.source().get();
    var found = mover.preflight(scene, source);
    var refusal = mover.findRefusal(Manifest.of(source, way).body());
    out.printf("%s: %s%n", name, summary(scene));
    tell(found);
    refusal.ifPresent(words -> say("  refused by the API server: " + words));
    var isAllowed =
        refusal.isEmpty() && found.allows(options.acceptsLoss(), options.allowsRestarts());
    if (!isAllowed) {
      refused++;
      out.println("  Nothing was changed." + advice(found));
    }
    return isAllowed;
  }

  /// Whether there is no way back from an earlier run. Before that the set may have changed since
  /// it was checked.
  private static boolean hasLeft(Scene scene) {
    return scene.note().isPresent() && scene.source().filter(set -> !Route.isGoing(set)).isEmpty();
  }

  /// Only a set of the other side has this name. OpenKruise's sets are Ordinal's: what is left to
  /// tell is whether pods would restart.
  private boolean arrived(Scene scene, String name) {
    if (scene.target().isEmpty()) {
      out.printf("%s: there is no such StatefulSet in %s%n", name, way.from());
      refused++;
    } else {
      var found = Preflight.ofOwn(scene, scene.target().get());
      out.printf("%s: is a set of %s already, %s%n", name, way.to(), summary(scene));
      tell(found);
    }
    return false;
  }

  private static String summary(Scene scene) {
    return count(scene.pods().size(), "pod") + ", " + count(scene.revisions().size(), "revision");
  }

  private static String count(int number, String what) {
    return "%d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }

  private void tell(Preflight found) {
    found.obstacles().forEach(line -> say("  cannot: " + line));
    found.losses().forEach(line -> say("  lost: " + line));
    found.restarts().forEach(line -> say("  restart: " + line));
    found.notices().forEach(line -> say("  note: " + line));
    if (found.restarts().isEmpty()) {
      out.println("  No pod restarts.");
    }
  }

  /// A terminal would obey control characters in the words of others.
  private void say(String text) {
    text.lines().map(PlainText::of).forEach(out::println);
  }

  private String advice(Preflight found) {
    var flags = new ArrayList<String>();
    if (!found.losses().isEmpty() && !options.acceptsLoss()) {
      flags.add("--accept-loss");
    }
    if (!found.restarts().isEmpty() && !options.allowsRestarts()) {
      flags.add("--allow-restarts");
    }
    return flags.isEmpty() ? "" : " To do it all the same: " + String.join(" ", flags);
  }

  private boolean isAgreed(List<String> names) {
    if (options.isAgreed()) {
      return true;
    }
    if (!Terminal.isThere()) {
      throw new IllegalArgumentException(
          "Without a terminal to ask, nothing is done: give --yes, or --dry-run.");
    }
    out.printf("%s %s? [y/N] ", way.verb(), String.join(", ", names));
    out.flush();
    try {
      var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return "y".equalsIgnoreCase(in.readLine());
    } catch (IOException _) {
      return false;
    }
  }

  private void move(String name) throws InterruptedException {
    var result =
        mover.move(name, now -> now.allows(options.acceptsLoss(), options.allowsRestarts()));
    if (!result.isDone()) {
      refused++;
      say(name + ": " + result.sentence());
      return;
    }
    moved++;
    out.printf(
        "%s: %s, %s%n",
        name,
        past(way),
        result.replaced().isEmpty()
            ? "every pod is the one it was"
            : "these pods were replaced: " + String.join(", ", result.replaced()));
  }
}
