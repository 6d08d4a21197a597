package dev.ordinal.sim.law;

import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// An image is pulled to nodes that the job asks for, and nowhere else.
final class PullersGoWhereTheyAreAsked implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePuller create)) {
      return Optional.empty();
    }
    var name = create.body().object("spec").text("nodeName");
    var node = Optional.ofNullable(history.nodes.get(name));
    var isAsked =
        switch (sent.job().orElseThrow().spec().scope()) {
          case Scope.AllNodes _ -> node.isPresent();
          case Scope.Named(var names) -> names.contains(name);
          case Scope.Labelled(var selector) ->
              node.filter(found -> selector.matches(found.meta().labels())).isPresent();
          case Scope.UnderPods(var selector) -> history.mayHaveHosted(name, selector, sent);
        };
    return isAsked
        ? Optional.empty()
        : Optional.of(
            "%s is pulled to %s, which the job does not select"
                .formatted(sent.job().get().spec().image(), name));
  }
}
