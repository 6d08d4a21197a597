package dev.ordinal.bench.peers;

/// What is measured of a step. Absent values were not measured.
enum Quantity {
  SECONDS("time", "s", 1),
  WRITES("writes", "", 0),
  CONFLICTS("conflicts", "", 0),
  /// Creations of what exists, deletions of what is going, changes of what is gone.
  NEEDLESS("needless writes", "", 0),
  CPU("processor time", "s", 2),
  SERVER_CPU("processor time of the API server", "s", 1),
  RESIDENT("resident memory", "MB", 0),
  HEAP("heap after a collection", "MB", 1),
  ALLOCATED("allocated", "MB", 0),
  PAUSES("pauses for collections", "ms", 1),
  /// Since the process began.
  LONGEST_PAUSE("longest pause", "ms", 1),
  MOST_DOWN("most pods down at once", "", 0),
  /// Pods down beyond the budget.
  BUDGET_EXCEEDED("pods down beyond the budget", "", 0),
  /// For each pod: from the event that allows the next step of an ordered set to that step.
  ADDED_LATENCY("added latency of a pod", "ms", 1),
  /// From the start of the process.
  FIRST_WRITE("start to first write", "s", 2);

  private final String label;
  private final String unit;
  private final int digits;

  Quantity(String label, String unit, int digits) {
    this.label = label;
    this.unit = unit;
    this.digits = digits;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  int digits() {
    return digits;
  }
}
