package dev.ordinal.run;

import java.util.TreeSet;

/// What we remember of one set between two plans; all of it may be lost in a crash.
final class SetDesk {
  final Failures failures = new Failures();
  final StatusPace pace = new StatusPace();
  final TreeSet<Doubt> doubts = new TreeSet<>();
}
