package dev.ordinal.model.life;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Labels and finalizers that hold a pod back as long as it carries them.
public record Hook(
    SortedMap<String, String> labels, List<String> finalizers, boolean marksNotReady) {
  public Hook {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    finalizers = List.copyOf(finalizers);
  }

  /// Whether an object with these labels and finalizers carries all of the hook.
  public boolean isOn(Map<String, String> labels, List<String> finalizers) {
    return finalizers.containsAll(this.finalizers)
        && labels.entrySet().containsAll(this.labels.entrySet());
  }

  /// The labels and finalizers of the hook, as text.
  public String words() {
    var parts = new ArrayList<String>();
    labels.forEach((key, value) -> parts.add("label " + key + "=" + value));
    finalizers.forEach(finalizer -> parts.add("finalizer " + finalizer));
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }
}
