package dev.ordinal.model;

/// Names one set in the cluster.
public record SetKey(String namespace, String name) implements Comparable<SetKey> {
  @Override
  public int compareTo(SetKey other) {
    var byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
