package dev.ordinal.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The script for fish, one line for each command and flag.
public final class FishScript {
  private static final String BEGIN =
      """
      # Completes ordinal in fish. `ordinal completion` has printed it.

      # Whether the line begins with these commands.
      function __ordinal_after
          set -l typed (commandline -opc)
          set -l last (math (count $argv) + 1)
          test (count $typed) -ge $last; and test "$typed[2..$last]" = "$argv"
      end

      # Whether so many words are there.
      function __ordinal_words
          test (count (commandline -opc)) -eq $argv[1]
      end

      # The sets of the cluster and namespace that the line names.
      function __ordinal_sets
          set -l typed (commandline -opc)
          set -l program $typed[1]
          set -l cluster
          while set -q typed[2]
              switch $typed[1]
                  case -n --namespace --context --kubeconfig
                      set -a cluster $typed[1] $typed[2]
              end
              set -e typed[1]
          end
          $program get -o name $cluster 2>/dev/null | string replace -r '.*/' ''
      end

      complete -c ordinal -f
      """;

  private FishScript() {}

  public static String of(CommandLine root) {
    var lines = new ArrayList<String>();
    TypedPlace.all(root).forEach(place -> lines.addAll(lines(place)));
    return BEGIN + String.join("\n", lines) + "\n";
  }

  private static List<String> lines(TypedPlace place) {
    var isRoot = place.after().isEmpty();
    var depth = isRoot ? 0 : place.after().split(" ").length;
    var here = isRoot ? "" : "__ordinal_after " + place.after();
    var next = (isRoot ? "" : here + "; and ") + "__ordinal_words " + (depth + 1);
    var lines = new ArrayList<String>();
    place
        .spec()
        .subcommands()
        .forEach(
            (name, line) ->
                lines.add(complete(next, "-a " + name, description(line.getCommandSpec()))));
    var inPlace = isRoot ? next : here;
    place
        .flags()
        .forEach(option -> lines.add(complete(inPlace, flag(option), option.description())));
    if (place.takesSet()) {
      lines.add(complete(here, "-a '(__ordinal_sets)'"));
    }
    if (!place.firstWords().isEmpty()) {
      lines.add(complete(here, "-a '" + String.join(" ", place.firstWords()) + "'"));
    }
    return lines;
  }

  private static String flag(OptionSpec option) {
    var names =
        Stream.of(option.names())
            .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1))
            .toList();
    var words = TypedPlace.words(option);
    var value = words.isEmpty() ? " -r -F" : " -x -a '" + String.join(" ", words) + "'";
    return String.join(" ", names) + (TypedPlace.takesValue(option) ? value : "");
  }

  private static String complete(String condition, String what, String... description) {
    var text = String.join(" ", description).replace("%%", "%");
    var words = text.isEmpty() ? "" : " -d " + quoted(text);
    return "complete -c ordinal -n %s %s%s".formatted(quoted(condition), what, words);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static String[] description(CommandSpec spec) {
    return spec.usageMessage().description();
  }
}
