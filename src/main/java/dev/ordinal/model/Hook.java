package dev.ordinal.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Labels and finalizers that hold a pod back as long as it carries them.
public record Hook(
    SortedMap<String, String> labels, List<String> finalizers, boolean marksNotReady) {
  public Hook {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    finalizers = List.copyOf(finalizers);
  }
}
