package dev.ordinal.sim;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The image registry as nodes see it: how long a pull takes without an annotation, which images
/// cannot be pulled, and a factor by which all starts are slower.
public record Supply(SortedMap<String, Duration> times, SortedSet<String> broken, double slowness) {
  public static final Supply GOOD = new Supply(new TreeMap<>(), new TreeSet<>(), 1);

  public Supply {
    times = Collections.unmodifiableSortedMap(new TreeMap<>(times));
    broken = Collections.unmodifiableSortedSet(new TreeSet<>(broken));
  }

  /// Sets how long a pull of the image takes from now on.
  public Supply withTime(String image, Duration time) {
    var all = new TreeMap<>(times);
    all.put(image, time);
    return new Supply(all, broken, slowness);
  }

  public Supply breaking(String image) {
    var all = new TreeSet<>(broken);
    all.add(image);
    return new Supply(times, all, slowness);
  }

  public Supply mending(String image) {
    var all = new TreeSet<>(broken);
    all.remove(image);
    return new Supply(times, all, slowness);
  }

  public Supply slower(double factor) {
    return new Supply(times, broken, factor);
  }

  Optional<Duration> findTime(String image) {
    return Optional.ofNullable(times.get(image));
  }

  Duration stretched(Duration time) {
    return slowness == 1 ? time : Duration.ofNanos((long) (time.toNanos() * slowness));
  }
}
