package dev.ordinal.api;

import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.life.Hook;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `spec.lifecycle`. A label or finalizer that no pod can carry is a fault: such a hook would
/// silently hold no pod.
final class HookParser {
  private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?";
  private static final String DOMAIN = "[a-z0-9][-a-z0-9.]*/";
  private static final Pattern LABEL = Pattern.compile("(" + DOMAIN + ")?" + NAME);
  private static final Pattern LABEL_VALUE = Pattern.compile("(" + NAME + ")?");
  private static final Pattern FINALIZER = Pattern.compile(DOMAIN + NAME);

  private HookParser() {}

  static Lifecycle parse(Cursor at) {
    return new Lifecycle(
        hook(at.at("preDelete")), hook(at.at("inPlaceUpdate")), hook(at.at("preNormal")));
  }

  private static Optional<Hook> hook(Cursor at) {
    var labels = at.at("labelsHandler");
    var finalizers = at.at("finalizersHandler");
    var hook = new Hook(labels.strings(), finalizers.texts(), at.at("markPodNotReady").flag());
    hook.labels()
        .forEach(
            (name, value) -> {
              if (!LABEL.matcher(name).matches() || !LABEL_VALUE.matcher(value).matches()) {
                labels.fault("write labels that a pod can carry, such as example.com/drain");
              }
            });
    for (var finalizer : finalizers.items()) {
      if (!FINALIZER.matcher(finalizer.text()).matches()) {
        finalizer.fault("write a name with a domain, such as example.com/drain");
      }
    }
    return at.isPresent() ? Optional.of(hook) : Optional.empty();
  }
}
