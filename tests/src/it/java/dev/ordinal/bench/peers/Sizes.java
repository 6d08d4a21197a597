package dev.ordinal.bench.peers;

/// How many pods, or sets, each step has.
record Sizes(int rounds, int warm, int parallel, int ordered, int inPlace, int toZero, int sets) {
  static final Sizes FULL = new Sizes(3, 100, 500, 30, 100, 200, 300);
  static final Sizes QUICK = new Sizes(1, 30, 100, 10, 50, 50, 50);
}
