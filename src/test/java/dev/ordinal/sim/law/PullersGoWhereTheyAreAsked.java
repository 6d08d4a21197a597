package dev.ordinal.sim.law;

import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// An image is pulled to nodes that the job asks for, and nowhere else.
final class PullersGoWhereTheyAreAsked implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create)) {
      return Optional.empty();
    }
    var name = create.body().object("spec").text("nodeName");
    var node = Optional.ofNullable(truth.nodes.get(name));
    var isAsked =
        switch (move.job().orElseThrow().spec().scope()) {
          case Scope.AllNodes _ -> node.isPresent();
          case Scope.Named(var names) -> names.contains(name);
          case Scope.Labelled(var selector) ->
              node.filter(found -> selector.matches(found.meta().labels())).isPresent();
          case Scope.UnderPods(var selector) -> truth.mayHaveHosted(name, selector, move);
        };
    return isAsked
        ? Optional.empty()
        : Optional.of(
            "%s is pulled to %s, unasked".formatted(move.job().get().spec().image(), name));
  }
}
