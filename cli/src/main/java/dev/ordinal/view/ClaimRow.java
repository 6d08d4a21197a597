package dev.ordinal.view;

import dev.ordinal.model.common.PlainText;

/// One claim of a pod.
///
/// @param state its phase, or what happens to it, such as `Resizing` or `terminating`
public record ClaimRow(
    String name,
    String template,
    String state,
    String storageClass,
    String requested,
    String capacity) {
  public ClaimRow {
    name = PlainText.of(name);
    template = PlainText.of(template);
    state = PlainText.of(state);
    storageClass = PlainText.of(storageClass);
    requested = PlainText.of(requested);
    capacity = PlainText.of(capacity);
  }
}
