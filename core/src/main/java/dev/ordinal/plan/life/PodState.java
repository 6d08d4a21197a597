package dev.ordinal.plan.life;

/// What a pod that is not available is doing, in words; a broken one does not recover by waiting.
/// `advice` tells what ends the wait where that is not the pod's own start, and is empty otherwise.
/// A suspect one may recover, and what keeps it from that is better looked at.
public record PodState(String words, boolean isBroken, boolean isSuspect, String advice) {
  static PodState broken(String words) {
    return new PodState(words, true, false, "");
  }

  static PodState of(String words) {
    return new PodState(words, false, false, "");
  }

  public PodState with(String advice) {
    return new PodState(words, isBroken, isSuspect, advice);
  }

  public PodState suspect(String advice) {
    return new PodState(words, isBroken, true, advice);
  }

  @Override
  public String toString() {
    return advice.isEmpty() ? words : words + "; " + advice;
  }
}
