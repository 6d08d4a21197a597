package dev.ordinal.sim.world;

import dev.ordinal.model.Json;
import java.util.List;
import java.util.stream.IntStream;

/// A set, what befalls it, and what its user wants of it in the end. All of it comes from the seed;
/// leaving out deeds leaves the others as they are.
public record Story(long seed, Json.Obj set, List<Deed> deeds, Json.Obj last) {
  public Story {
    deeds = List.copyOf(deeds);
  }

  /// With only these of its deeds, by their numbers.
  public Story only(List<Integer> kept) {
    return new Story(seed, set, kept.stream().map(deeds::get).toList(), last);
  }

  List<Integer> numbers() {
    return IntStream.range(0, deeds.size()).boxed().toList();
  }
}
