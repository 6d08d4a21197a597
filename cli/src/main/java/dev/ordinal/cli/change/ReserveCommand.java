package dev.ordinal.cli.change;

import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal reserve`
@Command(
    name = "reserve",
    description = "Leave ordinals of a set out: pods that have one move to the next free one.")
public final class ReserveCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ORDINAL",
      description = "Numbers such as 3, and ranges such as 5-7.")
  private List<String> ordinals = List.of();

  @Override
  public Integer call() {
    var wanted = Reservation.of(ordinals);
    return change.make(set -> decide(set, wanted));
  }

  static ChangeRequest decide(SetOverview set, Reservation wanted) {
    var before = Reservation.of(set);
    var after = before.plus(wanted);
    return after.equals(before)
        ? ChangeRequest.none("Reserved already: %s.".formatted(wanted))
        : after.request(set);
  }
}
