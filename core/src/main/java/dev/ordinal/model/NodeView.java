package dev.ordinal.model;

/// One node: all we need of it is its name, its labels, and whether its kubelet answers.
public record NodeView(Meta meta, boolean isReady) implements View {}
