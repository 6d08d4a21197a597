package dev.ordinal.sim.virtual;

import java.time.Duration;
import java.util.function.Consumer;

/// A change of a simulation by a user, the environment or a fault, with its description.
public record ScenarioStep(Duration at, String words, Consumer<Simulation> act) {}
