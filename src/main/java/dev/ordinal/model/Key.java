package dev.ordinal.model;

import java.util.Comparator;

/// Names one that is planned for: a set, or a job that pulls an image.
public sealed interface Key extends Comparable<Key> permits SetKey, Key.Job {
  Comparator<Key> ORDER =
      Comparator.comparing(Key::namespace)
          .thenComparing(Key::name)
          .thenComparing(key -> key instanceof Job);

  String namespace();

  String name();

  @Override
  default int compareTo(Key other) {
    return ORDER.compare(this, other);
  }

  /// Names one ImagePullJob in the cluster.
  record Job(String namespace, String name) implements Key {
    @Override
    public String toString() {
      return "job " + namespace + "/" + name;
    }
  }
}
