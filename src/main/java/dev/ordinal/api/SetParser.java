package dev.ordinal.api;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Hook;
import dev.ordinal.model.Json;
import dev.ordinal.model.Selector;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.ClaimUpdate;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.SetView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Reads a set as the API server stores it. The fallbacks here are the defaults of the schema, for
/// sets that no API server has defaulted.
public final class SetParser {
  private static final SortedMap<String, PodManagement> POD_MANAGEMENT =
      new TreeMap<>(
          Map.of("OrderedReady", PodManagement.ORDERED_READY, "Parallel", PodManagement.PARALLEL));

  private static final SortedMap<String, ClaimUpdate> CLAIM_UPDATES =
      new TreeMap<>(
          Map.of(
              "OnDelete", ClaimUpdate.ON_DELETE,
              "OnPodRollingUpdate", ClaimUpdate.ON_POD_ROLLING_UPDATE));

  private static final SortedMap<String, Boolean> DELETES =
      new TreeMap<>(Map.of("Retain", false, "Delete", true));

  private SetParser() {}

  public static SetView parse(Json.Obj set) {
    return parse(set, _ -> {});
  }

  /// `asked` hears of each place that is looked at.
  static SetView parse(Json.Obj set, Consumer<Cursor> asked) {
    var faults = new LinkedHashSet<String>();
    var root = Cursor.root(set, new Cursor.Notes(faults, asked));
    // The status is ours, so nothing in it is the user's fault.
    var silent = Cursor.root(set, new Cursor.Notes(new LinkedHashSet<>(), asked));
    var meta = MetaParser.parse(set.object("metadata"));
    var spec = spec(root.at("spec"));
    var status = StatusParser.parse(silent.at("status"));
    return new SetView(meta, spec, status, List.copyOf(faults));
  }

  private static SetSpec spec(Cursor at) {
    var update = StrategyParser.parse(at.at("updateStrategy"));
    var minReady = Duration.ofSeconds(at.at("minReadySeconds").number(0, 0));
    var selector = SelectorParser.parse(at.at("selector"));
    return new SetSpec(
        at.at("replicas").number(0, 1),
        at.at("ordinals").at("start").number(0, 0),
        at.at("reserveOrdinals").items().stream()
            .map(Cursor::range)
            .flatMap(Optional::stream)
            .toList(),
        selector,
        template(at.at("template"), selector),
        claimTemplates(at.at("volumeClaimTemplates")),
        at.at("serviceName").text(),
        at.at("podManagementPolicy").choice(POD_MANAGEMENT, PodManagement.ORDERED_READY),
        update.strategy(),
        at.at("revisionHistoryLimit").number(Integer.MIN_VALUE, 10),
        minReady.compareTo(update.minReady()) > 0 ? minReady : update.minReady(),
        retention(at.at("persistentVolumeClaimRetentionPolicy")),
        lifecycle(at.at("lifecycle")),
        at.at("scaleStrategy").at("maxUnavailable").amount(),
        at.at("volumeClaimUpdateStrategy").at("type").choice(CLAIM_UPDATES, ClaimUpdate.ON_DELETE),
        Duration.ofSeconds(at.at("progressDeadlineSeconds").number(1, 600)),
        FeatureGate.defaults());
  }

  private static Json.Obj template(Cursor at, Selector selector) {
    if (!at.isPresent()) {
      at.fault("write the pod to run, with metadata and spec");
    }
    var labels = at.at("metadata").at("labels");
    if (!selector.matches(labels.strings())) {
      labels.fault("write labels that spec.selector (" + selector + ") matches");
    }
    return at.object();
  }

  private static List<ClaimTemplate> claimTemplates(Cursor at) {
    var found = new ArrayList<ClaimTemplate>();
    var names = new TreeSet<String>();
    for (var item : at.items()) {
      var name = item.at("metadata").at("name");
      if (name.text().isEmpty() || !names.add(name.text())) {
        name.fault("give each claim template a name of its own");
      } else {
        found.add(new ClaimTemplate(name.text(), item.object()));
      }
    }
    return found;
  }

  private static Retention retention(Cursor at) {
    return new Retention(
        at.at("whenDeleted").choice(DELETES, false), at.at("whenScaled").choice(DELETES, false));
  }

  private static Lifecycle lifecycle(Cursor at) {
    return new Lifecycle(
        hook(at.at("preDelete")), hook(at.at("inPlaceUpdate")), hook(at.at("preNormal")));
  }

  private static Optional<Hook> hook(Cursor at) {
    var hook =
        new Hook(
            at.at("labelsHandler").strings(),
            at.at("finalizersHandler").texts(),
            at.at("markPodNotReady").flag());
    return at.isPresent() ? Optional.of(hook) : Optional.empty();
  }
}
