package dev.ordinal.model;

/// One ControllerRevision: the template at the time when the revision was created.
public record RevisionView(Meta meta, long number, Json payload) implements View {}
