package dev.ordinal.sim.shape;

import org.jspecify.annotations.Nullable;

/// The very same tree, not only an equal one. Trees never change, so what is the same needs no
/// second look; to find out whether two trees are equal would be one.
public final class Same {
  private Same() {}

  @SuppressWarnings("ReferenceEquality") // that is the question here
  public static boolean tree(@Nullable Object one, @Nullable Object other) {
    return one == other;
  }
}
