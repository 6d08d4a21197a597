package dev.ordinal.sim.shape;

import org.jspecify.annotations.Nullable;

/// Identity of trees, not equality. Trees are immutable, so an identical part needs no second pass;
/// comparing for equality would be one.
public final class Same {
  private Same() {}

  @SuppressWarnings("ReferenceEquality") // identity is what is asked
  public static boolean tree(@Nullable Object one, @Nullable Object other) {
    return one == other;
  }
}
