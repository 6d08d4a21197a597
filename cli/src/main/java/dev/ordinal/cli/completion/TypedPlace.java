package dev.ordinal.cli.completion;

import dev.ordinal.cli.option.SetNames;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// A place in the command line, after these words, and what can be typed there.
///
/// @param after the commands up to here: empty at the root, `chaos kill-pod` below
record TypedPlace(String after, CommandSpec spec) {

  /// This command and all below it.
  static List<TypedPlace> all(CommandLine root) {
    return below("", root).toList();
  }

  private static Stream<TypedPlace> below(String after, CommandLine line) {
    var deeper =
        line.getSubcommands().entrySet().stream()
            .flatMap(each -> below((after + " " + each.getKey()).strip(), each.getValue()));
    return Stream.concat(Stream.of(new TypedPlace(after, line.getCommandSpec())), deeper);
  }

  List<OptionSpec> flags() {
    return spec.options().stream().filter(option -> !option.hidden()).toList();
  }

  /// The words for the first parameter that are known here.
  List<String> firstWords() {
    return first().map(TypedPlace::words).orElse(List.of());
  }

  boolean takesSet() {
    return first().filter(each -> each.completionCandidates() instanceof SetNames).isPresent();
  }

  private Optional<PositionalParamSpec> first() {
    return spec.positionalParameters().stream()
        .filter(each -> each.index().contains(0))
        .findFirst();
  }

  static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  /// The values that an option or a parameter can have, where they are few.
  static List<String> words(ArgSpec argument) {
    var candidates = Optional.ofNullable(argument.completionCandidates());
    return candidates.stream()
        .flatMap(each -> StreamSupport.stream(each.spliterator(), false))
        .toList();
  }
}
