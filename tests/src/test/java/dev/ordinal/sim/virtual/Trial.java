package dev.ordinal.sim.virtual;

import java.util.function.LongFunction;

/// Runs the scenario of a seed and returns what went wrong, or nothing: for classes from another
/// class loader.
public final class Trial implements LongFunction<String> {
  @Override
  public String apply(long seed) {
    return ScenarioRun.of(ScenarioMaker.of(seed)).fault().orElse("");
  }
}
