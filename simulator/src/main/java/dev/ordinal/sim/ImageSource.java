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
public record ImageSource(
    SortedMap<String, Duration> times, SortedSet<String> broken, double slowness) {
  public static final ImageSource GOOD = new ImageSource(new TreeMap<>(), new TreeSet<>(), 1);

  public ImageSource {
    times = Collections.unmodifiableSortedMap(new TreeMap<>(times));
    broken = Collections.unmodifiableSortedSet(new TreeSet<>(broken));
  }

  /// Sets how long a pull of the image takes from now on.
  public ImageSource withTime(String image, Duration time) {
    var all = new TreeMap<>(times);
    all.put(image, time);
    return new ImageSource(all, broken, slowness);
  }

  public ImageSource breaking(String image) {
    var all = new TreeSet<>(broken);
    all.add(image);
    return new ImageSource(times, all, slowness);
  }

  public ImageSource mending(String image) {
    var all = new TreeSet<>(broken);
    all.remove(image);
    return new ImageSource(times, all, slowness);
  }

  public ImageSource slower(double factor) {
    return new ImageSource(times, broken, factor);
  }

  Optional<Duration> findTime(String image) {
    return Optional.ofNullable(times.get(image));
  }

  Duration stretched(Duration time) {
    return slowness == 1 ? time : Duration.ofNanos((long) (time.toNanos() * slowness));
  }
}
