package dev.ordinal.cli.completion;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The script for bash, which zsh reads too. It uses nothing but bash 3.2, and no name that zsh has
/// a meaning for.
public final class BashScript {
  private static final String BEGIN =
      """
      # Completes ordinal in bash and zsh. `ordinal completion` has printed it.

      # What can be typed after these commands.
      _ordinal_table() {
        below= flags= valued= choices= first= sets=
        case $1 in
      """;

  private static final String END =
      """
        esac
      }

      _ordinal() {
        local IFS=$' \\t\\n'
        local program=${1/#\\~/$HOME} current=${COMP_WORDS[COMP_CWORD]}
        local after= last= place=0 found= word i
        local below flags valued choices first sets
        local -a cluster
        cluster=()
        COMPREPLY=()
        command -v "$program" >/dev/null || program=ordinal
        _ordinal_table ''
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $word == '=' ]]; then # bash parts --output=json
            continue
          elif [[ -n $last ]]; then
            case $last in
            -n | --namespace | --context | --kubeconfig) cluster+=("$last" "$word") ;;
            esac
            last=
          elif [[ " $valued " == *" $word "* ]]; then
            last=$word
          elif [[ $word == -* ]]; then
            case $word in
            --namespace=* | --context=* | --kubeconfig=*) cluster+=("$word") ;;
            esac
          elif [[ " $below " == *" $word "* ]]; then
            after=${after:+$after }$word
            _ordinal_table "$after"
          else
            place=$((place + 1))
          fi
        done
        if [[ $current == '=' ]]; then
          current=
        fi
        if [[ -n $last ]]; then
          for word in $choices; do
            if [[ $word == "$last":* ]]; then
              found=${word#*:}
              found=${found//,/ }
            fi
          done
        elif [[ $current == -* ]]; then
          found=$flags
        elif [[ -n $below ]]; then
          found=$below
        elif [[ $place == 0 && -n $sets ]]; then
          found=$("$program" get -o name ${cluster[@]+"${cluster[@]}"} 2>/dev/null </dev/null)
        elif [[ $place == 0 ]]; then
          found=$first
        fi
        for word in $found; do
          word=${word##*/}
          if [[ $word == "$current"* && $word != *[!A-Za-z0-9.-]* ]]; then
            COMPREPLY+=("$word")
          fi
        done
        # Files only where a flag takes a value.
        [[ -n $last ]] || compopt +o default 2>/dev/null || true
      }

      complete -o default -F _ordinal ordinal
      """;

  private static final String ZSH =
      """
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
      autoload -Uz bashcompinit && bashcompinit
      """;

  private BashScript() {}

  public static String of(CommandLine root) {
    return BEGIN
        + TypedPlace.all(root).stream().map(BashScript::row).collect(Collectors.joining())
        + END;
  }

  public static String forZsh(CommandLine root) {
    return ZSH + of(root);
  }

  private static String row(TypedPlace place) {
    var flags = place.flags();
    var valued = flags.stream().filter(TypedPlace::takesValue).toList();
    return "  '%s')\n    below='%s'\n    flags='%s'\n    valued='%s'\n    choices='%s'\n"
            .formatted(
                place.after(),
                String.join(" ", place.spec().subcommands().keySet()),
                names(flags),
                names(valued),
                valued.stream().flatMap(BashScript::choices).collect(Collectors.joining(" ")))
        + "    first='%s' sets=%s ;;\n"
            .formatted(String.join(" ", place.firstWords()), place.takesSet() ? "1" : "");
  }

  private static String names(List<OptionSpec> options) {
    return options.stream()
        .flatMap(option -> Stream.of(option.names()))
        .collect(Collectors.joining(" "));
  }

  private static Stream<String> choices(OptionSpec option) {
    var words = TypedPlace.words(option);
    return words.isEmpty()
        ? Stream.empty()
        : Stream.of(option.names()).map(name -> name + ":" + String.join(",", words));
  }
}
