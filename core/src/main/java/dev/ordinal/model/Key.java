package dev.ordinal.model;

/// Names an object that has plans: a set, or a job that pulls an image.
public sealed interface Key extends Comparable<Key> permits SetKey, Key.Job {
  String namespace();

  String name();

  @Override
  default int compareTo(Key other) {
    var byNamespace = namespace().compareTo(other.namespace());
    var byName = byNamespace != 0 ? byNamespace : name().compareTo(other.name());
    return byName != 0 ? byName : Boolean.compare(this instanceof Job, other instanceof Job);
  }

  /// Names one ImagePullJob in the cluster.
  record Job(String namespace, String name) implements Key {
    @Override
    public String toString() {
      return "job " + namespace + "/" + name;
    }
  }
}
