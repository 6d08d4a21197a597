package dev.ordinal.model;

import dev.ordinal.model.json.Json;

/// One ControllerRevision: the template at the time when the revision was created.
public record RevisionView(Meta meta, long number, Json payload) implements View {}
