package dev.ordinal.api;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.ClaimUpdate;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Reads a set as the API server stores it. The fallbacks are the defaults of the schema, for sets
/// that no API server has defaulted.
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

  private static final String IN_PLACE_GATE = "InPlaceUpdateReady";

  private final Set<FeatureGate> gates;

  /// @param gates those that are on; a field behind a gate that is off is read and ignored
  public SetParser(Set<FeatureGate> gates) {
    this.gates = Set.copyOf(gates);
  }

  public SetView parse(Json.Obj set) {
    return parse(set, _ -> {});
  }

  /// `asked` receives each position that is read.
  SetView parse(Json.Obj set, Consumer<Cursor> asked) {
    var faults = new LinkedHashSet<String>();
    var root = Cursor.root(set, new Cursor.Notes(faults, asked));
    // The controller writes the status, so nothing in it is a fault of the user.
    var silent = Cursor.root(set, new Cursor.Notes(new LinkedHashSet<>(), asked));
    var meta = MetaParser.parse(set.object("metadata"));
    var spec = spec(root.at("spec"));
    var status = StatusParser.parse(silent.at("status"));
    var wrote = wroteStatus(set.object("metadata"), "kruise-manager");
    return new SetView(meta, spec, status, List.copyOf(faults), wrote);
  }

  /// When this client last changed the status, according to `managedFields`.
  private static String wroteStatus(Json.Obj metadata, String manager) {
    return metadata.items("managedFields").stream()
        .map(item -> item instanceof Json.Obj entry ? entry : Json.EMPTY)
        .filter(entry -> entry.text("manager").equals(manager))
        .filter(entry -> entry.text("subresource").equals("status"))
        .map(entry -> entry.text("time"))
        .max(Comparator.naturalOrder())
        .orElse("");
  }

  private SetSpec spec(Cursor at) {
    var update = StrategyParser.parse(at.at("updateStrategy"));
    var minReady = Duration.ofSeconds(at.at("minReadySeconds").number(0, 0));
    var selector = SelectorParser.parse(at.at("selector"));
    var management =
        at.at("podManagementPolicy").choice(POD_MANAGEMENT, PodManagement.ORDERED_READY);
    requireParallel(at, management, update.strategy());
    requireGate(at.at("template"), update.strategy());
    return new SetSpec(
        at.at("replicas").number(0, 1),
        start(at.at("ordinals").at("start")),
        at.at("reserveOrdinals").items().stream()
            .map(Cursor::range)
            .flatMap(Optional::stream)
            .toList(),
        selector,
        template(at.at("template"), selector),
        claimTemplates(at.at("volumeClaimTemplates")),
        at.at("serviceName").text(),
        management,
        update.strategy(),
        at.at("revisionHistoryLimit").number(Integer.MIN_VALUE, 10),
        minReady.compareTo(update.minReady()) > 0 ? minReady : update.minReady(),
        retention(at.at("persistentVolumeClaimRetentionPolicy")),
        HookParser.parse(at.at("lifecycle")),
        at.at("scaleStrategy").at("maxUnavailable").amount(),
        claimUpdate(at.at("volumeClaimUpdateStrategy").at("type")),
        Duration.ofSeconds(at.at("progressDeadlineSeconds").number(1, 600)),
        gates);
  }

  private int start(Cursor at) {
    var start = at.number(0, 0);
    return gates.contains(FeatureGate.START_ORDINAL) ? start : 0;
  }

  private ClaimUpdate claimUpdate(Cursor at) {
    var update = at.choice(CLAIM_UPDATES, ClaimUpdate.ON_DELETE);
    return gates.contains(FeatureGate.CLAIM_GROWTH) ? update : ClaimUpdate.ON_DELETE;
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

  private Retention retention(Cursor at) {
    var whenDeleted = at.at("whenDeleted").choice(DELETES, false);
    var whenScaled = at.at("whenScaled").choice(DELETES, false);
    var isOn = gates.contains(FeatureGate.CLAIM_RETENTION);
    return new Retention(isOn && whenDeleted, isOn && whenScaled);
  }

  /// This gate takes a pod out of service; without it the pod would get traffic during its update.
  private static void requireGate(Cursor template, UpdateStrategy update) {
    var gates = template.at("spec").at("readinessGates");
    var hasGate =
        gates.items().stream()
            .anyMatch(gate -> gate.at("conditionType").text().equals(IN_PLACE_GATE));
    if (!hasGate
        && update instanceof UpdateStrategy.Rolling rolling
        && rolling.podUpdate() != UpdateStrategy.PodUpdate.RECREATE) {
      gates.fault(
          "add {conditionType: %s}, or set podUpdatePolicy to ReCreate".formatted(IN_PLACE_GATE));
    }
  }

  private static void requireParallel(Cursor at, PodManagement management, UpdateStrategy update) {
    if (management != PodManagement.PARALLEL
        && update instanceof UpdateStrategy.Rolling rolling
        && rolling.unordered().isPresent()) {
      at.at("updateStrategy")
          .at("rollingUpdate")
          .at("unorderedUpdate")
          .fault("remove it, or make a set with podManagementPolicy Parallel");
    }
  }
}
