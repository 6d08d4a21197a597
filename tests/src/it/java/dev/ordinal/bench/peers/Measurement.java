package dev.ordinal.bench.peers;

/// What one step of one round took. `writes` are those of the controller, refused ones included.
record Measurement(
    String step,
    Peer peer,
    int pods,
    double seconds,
    long writes,
    long conflicts,
    double controllerSeconds,
    double serverSeconds,
    double residentMegabytes) {

  double writesPerPod() {
    return writes / (double) pods;
  }
}
