package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.OverviewJson;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.WaitRow;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal hooks`
@Command(name = "hooks", description = "List the pods that a hook holds, and how to release them.")
public final class HooksCommand implements Callable<Integer> {
  private static final Pattern LOSES = Pattern.compile("it loses label ([^=\\s,]+)=");
  private static final Pattern GETS = Pattern.compile("it gets label ([^=\\s,]+=[^\\s,]*)");

  @Mixin private ShownSet shown = new ShownSet();

  @Override
  public Integer call() {
    var set = shown.read();
    var held = set.waits().stream().filter(wait -> wait.reason().equals("HookHolds")).toList();
    var table = new AlignedTable("POD", "SINCE", "WAITS", "RELEASE WITH");
    held.forEach(
        wait ->
            table.row(
                wait.target(),
                AgeText.between(wait.since(), set.now()),
                wait.sentence(),
                release(set, wait)));
    shown.print(
        held.isEmpty() ? List.of("No pod is held by a hook.") : table.lines(),
        Json.of(held.stream().map(OverviewJson::of).toList()),
        held.stream().map(WaitRow::target).toList());
    return 0;
  }

  /// The command that does what the hook's owner would do.
  static String release(SetOverview set, WaitRow wait) {
    var place = " -n " + set.key().namespace();
    var loses = LOSES.matcher(wait.sentence());
    if (loses.find()) {
      return "kubectl label pod %s %s-%s".formatted(wait.target(), loses.group(1), place);
    }
    var gets = GETS.matcher(wait.sentence());
    return gets.find()
        ? "kubectl label pod %s %s --overwrite%s".formatted(wait.target(), gets.group(1), place)
        : "kubectl edit pod %s%s".formatted(wait.target(), place);
  }
}
