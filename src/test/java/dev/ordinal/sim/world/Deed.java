package dev.ordinal.sim.world;

import java.time.Duration;
import java.util.function.Consumer;

/// Something that a user, the surroundings or bad luck do to a world. The words say what.
public record Deed(Duration at, String words, Consumer<World> act) {}
