package dev.ordinal.sim.virtual;

import dev.ordinal.run.ask.ApiRequest;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.TreeMap;

/// The faults that wait for the next requests of a simulated controller.
final class FaultQueue {
  private final ArrayDeque<RequestFault> faults = new ArrayDeque<>();
  private final TreeMap<Integer, Runnable> beforeWrites = new TreeMap<>();
  private int writes;

  void add(RequestFault fault) {
    faults.add(fault);
  }

  void beforeWrite(int number, Runnable step) {
    beforeWrites.put(number, step);
  }

  void clear() {
    faults.clear();
  }

  /// The fault of this request, if it has one.
  Optional<RequestFault> next(ApiRequest request) {
    if (request.isWrite()) {
      Optional.ofNullable(beforeWrites.remove(++writes)).ifPresent(Runnable::run);
    }
    var next =
        Optional.ofNullable(faults.peek()).filter(fault -> request.isWrite() || fault.hitsReads());
    next.ifPresent(_ -> faults.poll());
    return next;
  }
}
