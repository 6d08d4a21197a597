package dev.ordinal.model;

/// One StorageClass: its name, and whether its volumes may grow.
public record ClassView(Meta meta, boolean allowsExpansion) implements View {}
