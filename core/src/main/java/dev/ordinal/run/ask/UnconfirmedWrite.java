package dev.ordinal.run.ask;

/// An object that a request of ours may or may not have changed. It is read again, uncached, before
/// the next plan.
public record UnconfirmedWrite(Kind kind, String name) implements Comparable<UnconfirmedWrite> {
  @Override
  public int compareTo(UnconfirmedWrite other) {
    var byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : name.compareTo(other.name);
  }
}
