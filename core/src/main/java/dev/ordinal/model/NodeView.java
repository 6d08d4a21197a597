package dev.ordinal.model;

/// One node: its name, its labels, and whether its kubelet answers.
public record NodeView(Meta meta, boolean isReady) implements View {}
