package dev.ordinal.model;

/// Names one set in the cluster.
public record SetKey(String namespace, String name) implements Key {
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
