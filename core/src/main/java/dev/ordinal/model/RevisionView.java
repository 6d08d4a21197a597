package dev.ordinal.model;

/// One ControllerRevision: the template as it was when the revision was made.
public record RevisionView(Meta meta, long number, Json payload) implements View {}
