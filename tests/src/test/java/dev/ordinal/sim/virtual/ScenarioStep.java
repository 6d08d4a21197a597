package dev.ordinal.sim.virtual;

import java.time.Duration;
import java.util.function.Consumer;

/// Something that a user, the surroundings or bad luck do to a world. The words say what.
public record ScenarioStep(Duration at, String words, Consumer<Simulation> act) {}
