package dev.ordinal.local.serve;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The media type of a reply. Never protobuf: clients that accept it also accept JSON.
enum Accept {
  PLAIN,
  TABLE,
  METADATA,
  DISCOVERY;

  private static final String META = "meta.k8s.io";

  /// The first supported form; empty when there is none.
  static Optional<Accept> of(String header) {
    if (header.isBlank()) {
      return Optional.of(PLAIN);
    }
    for (var clause : header.split(",")) {
      var found = clause(clause.split(";"));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Accept> clause(String[] words) {
    var media = words[0].strip();
    if (!media.startsWith("application/") && !media.equals("*/*")) {
      return Optional.empty();
    }
    var options = options(words);
    var form = options.getOrDefault("as", "");
    var group = options.getOrDefault("g", "");
    var isFirst = options.getOrDefault("v", "").equals("v1");
    return switch (form) {
      case "" -> Optional.of(PLAIN);
      case "Table" -> isFirst && group.equals(META) ? Optional.of(TABLE) : Optional.empty();
      case "PartialObjectMetadata", "PartialObjectMetadataList" ->
          isFirst && group.equals(META) ? Optional.of(METADATA) : Optional.empty();
      case "APIGroupDiscoveryList" ->
          options.getOrDefault("v", "").equals("v2") ? Optional.of(DISCOVERY) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Map<String, String> options(String[] words) {
    var options = new TreeMap<String, String>();
    for (var i = 1; i < words.length; i++) {
      var parts = words[i].strip().split("=", 2);
      options.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    return options;
  }
}
