package dev.ordinal.bench.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// What `make bench` is asked for, such as `rounds=3 parallel=500 peers=native,Ordinal`. A size of
/// 0 leaves the steps of that size out, `out=DIR` is where the reports go, and `from=FILE` only
/// makes the reports of an earlier run again.
record Options(
    String command,
    SequencedMap<String, Integer> sizes,
    List<Peer> peers,
    Path out,
    Optional<Path> from) {
  private static final String FULL =
      "rounds=3 warm=100 parallel=500 big=1000 ordered=30 inplace=100 scale=200 claims=100 sets=500"
          + " idle=60 heavy=1 noisy=10000 restart=10000";
  private static final String QUICK =
      "rounds=1 warm=20 parallel=80 big=0 ordered=8 inplace=40 scale=40 claims=30 sets=25 idle=15"
          + " heavy=0 noisy=0 restart=0";

  /// Quick results are shown, and written where they replace no page.
  static Options of(List<String> words) {
    var isQuick = words.contains("quick");
    var command = isQuick ? "make bench-quick" : "make bench";
    var more = words.stream().filter(word -> word.contains("=")).toList();
    var sizes = new LinkedHashMap<>(numbers(List.of((isQuick ? QUICK : FULL).split(" "))));
    var texts = more.stream().filter(word -> !word.matches("\\w+=\\d+")).toList();
    numbers(more.stream().filter(word -> !texts.contains(word)).toList())
        .forEach(
            (name, size) -> {
              if (sizes.replace(name, size) == null) {
                throw new IllegalArgumentException(
                    name + " is none of " + String.join(", ", sizes.keySet()));
              }
            });
    return new Options(
        command(command, more.stream().filter(word -> !word.matches("(out|from)=.*")).toList()),
        sizes,
        peers(text(texts, "peers", "")),
        Path.of(text(texts, "out", isQuick ? "target/bench" : "docs/benchmarks")),
        Optional.of(text(texts, "from", "")).filter(file -> !file.isEmpty()).map(Path::of));
  }

  /// Without the places of files, which mean nothing elsewhere.
  private static String command(String command, List<String> words) {
    return words.isEmpty() ? command : command + " ARGS=\"" + String.join(" ", words) + "\"";
  }

  private static SequencedMap<String, Integer> numbers(List<String> words) {
    return words.stream()
        .map(word -> word.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> pair[0],
                pair -> Integer.parseInt(pair[1]),
                (_, last) -> last,
                LinkedHashMap::new));
  }

  private static String text(List<String> words, String name, String absent) {
    return words.stream()
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst()
        .orElse(absent);
  }

  private static List<Peer> peers(String names) {
    var wanted = List.of(names.split(",", -1));
    return Arrays.stream(Peer.values())
        .filter(peer -> names.isEmpty() || wanted.contains(peer.label()))
        .toList();
  }

  int size(String name) {
    return Optional.ofNullable(sizes.get(name)).orElseThrow();
  }
}
