package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.RevisionChoice;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.TemplateLines;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal undo`
@Command(name = "undo", description = "Bring back an older template of a set.")
public final class UndoCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--to-revision",
      paramLabel = "NUMBER",
      description = "The revision to bring back, as `history` lists them. Default: the one before.")
  private @Nullable Long number;

  @Override
  public Integer call() {
    return change.make(set -> decide(set, number));
  }

  static ChangeRequest decide(SetOverview set, @Nullable Long number) {
    // The patch says only what differs from it.
    var present = RevisionChoice.recorded(set);
    var goal = number == null ? RevisionChoice.before(set) : RevisionChoice.find(set, number);
    if (goal.name().equals(present.name())) {
      return ChangeRequest.none("The set is at revision %d already.".formatted(present.number()));
    }
    var effect = new ArrayList<>(TemplateLines.diff(present.template(), goal.template()));
    effect.addAll(UpdateEffect.ofTemplate(set, goal.template()));
    return ChangeRequest.ofSpec(
        set,
        Json.of("template", replacement(present, goal)),
        "the template of revision %d comes back".formatted(goal.number()),
        effect);
  }

  /// A merge patch that leaves nothing of the present template.
  private static Json replacement(RevisionRow present, RevisionRow goal) {
    return replaced(present.template(), goal.template());
  }

  private static Json replaced(Json before, Json after) {
    if (before instanceof Json.Obj(var old) && after instanceof Json.Obj(var next)) {
      var patch = new TreeMap<String, Json>();
      old.keySet().stream()
          .filter(name -> !next.containsKey(name))
          .forEach(name -> patch.put(name, new Json.Null()));
      next.forEach(
          (name, value) -> {
            var known = old.get(name);
            if (!value.equals(known)) {
              patch.put(name, known == null ? value : replaced(known, value));
            }
          });
      return new Json.Obj(patch);
    }
    return after;
  }
}
