package dev.ordinal.plan.life;

/// What a pod that is not available is doing, in words; a broken one does not recover by waiting.
public record PodState(String words, boolean isBroken) {
  static PodState broken(String words) {
    return new PodState(words, true);
  }

  static PodState of(String words) {
    return new PodState(words, false);
  }

  @Override
  public String toString() {
    return words;
  }
}
