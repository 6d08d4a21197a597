package dev.ordinal.sim.world;

import java.util.random.RandomGenerator;

/// How often what goes wrong, in thousandths of all requests or events. `lag` is the longest that a
/// cache may be behind, in milliseconds.
public record Faults(int lost, int lostReply, int busy, int crash, int lag) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

  /// A world has its own troubles, and often only some of them.
  public static Faults some(RandomGenerator chance) {
    return new Faults(
        chance.nextInt(3) == 0 ? chance.nextInt(80) : 0,
        chance.nextInt(3) == 0 ? chance.nextInt(80) : 0,
        chance.nextInt(3) == 0 ? chance.nextInt(80) : 0,
        chance.nextInt(2) == 0 ? chance.nextInt(60) : 0,
        chance.nextInt(2) == 0 ? chance.nextInt(2000) : 20);
  }
}
