package dev.ordinal.model;

/// One StorageClass: all we need of it is whether its volumes may grow.
public record ClassView(Meta meta, boolean allowsExpansion) implements View {}
