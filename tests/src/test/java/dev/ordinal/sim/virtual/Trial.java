package dev.ordinal.sim.virtual;

import java.util.function.LongFunction;

/// Plays the story of a seed and answers what went wrong, or nothing: for those who have these
/// classes from a loader of their own.
public final class Trial implements LongFunction<String> {
  @Override
  public String apply(long seed) {
    return ScenarioRun.of(ScenarioMaker.of(seed)).fault().orElse("");
  }
}
