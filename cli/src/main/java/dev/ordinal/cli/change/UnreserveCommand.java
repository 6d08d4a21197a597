package dev.ordinal.cli.change;

import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal unreserve`
@Command(name = "unreserve", description = "Let a set use ordinals again that it leaves out.")
public final class UnreserveCommand implements Callable<Integer> {
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
    var after = before.minus(wanted);
    return after.equals(before)
        ? ChangeRequest.none("Not reserved: %s.".formatted(wanted))
        : after.request(set);
  }
}
