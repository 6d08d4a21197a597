package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.ClaimRow;
import dev.ordinal.view.OverviewJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal claims`
@Command(name = "claims", description = "List the claims of a set's pods.")
public final class ClaimsCommand implements Callable<Integer> {
  @Mixin private ShownSet shown = new ShownSet();

  @Override
  public Integer call() {
    var set = shown.read();
    var table = new AlignedTable("CLAIM", "POD", "STATE", "CLASS", "REQUESTED", "CAPACITY");
    for (var row : set.ordinals()) {
      row.claims()
          .forEach(
              claim ->
                  table.row(
                      claim.name(),
                      row.pod(),
                      claim.state(),
                      claim.storageClass().isEmpty() ? "-" : claim.storageClass(),
                      claim.requested(),
                      claim.capacity().isEmpty() ? "-" : claim.capacity()));
    }
    var claims = set.ordinals().stream().flatMap(row -> row.claims().stream()).toList();
    shown.print(
        table.lines(),
        Json.of(claims.stream().map(OverviewJson::of).toList()),
        claims.stream().map(ClaimRow::name).toList());
    return 0;
  }
}
