package dev.ordinal.codec;

import dev.ordinal.model.Meta;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Reads `metadata`. Managed fields, a third of a pod's bytes, and annotations that no decision
/// uses are skipped.
final class MetaReader {
  private static final Set<String> EXACT =
      Set.of("inplace-update-state", "inplace-update-grace", "kubernetes.io/change-cause");

  private final Fields fields;
  private String namespace = "";
  private String name = "";
  private String uid = "";
  private long version;
  private long generation;
  private SortedMap<String, String> labels = Collections.emptySortedMap();
  private SortedMap<String, String> annotations = Collections.emptySortedMap();
  private final List<Meta.Owner> owners = new ArrayList<>(1);
  private final List<String> finalizers = new ArrayList<>(1);
  private Instant createdAt = Instant.EPOCH;
  private Optional<Instant> deletedAt = Optional.empty();

  private MetaReader(Fields fields) {
    this.fields = fields;
  }

  static Meta read(Fields fields) throws IOException {
    var reader = new MetaReader(fields);
    fields.each(reader::member);
    return reader.built();
  }

  /// The metadata of an object without `metadata`.
  static Meta orNone(@Nullable Meta meta) {
    return meta != null ? meta : NONE;
  }

  private static final Meta NONE =
      new Meta(
          "",
          "",
          "",
          0,
          0,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          List.of(),
          List.of(),
          Instant.EPOCH,
          Optional.empty());

  private void member(String member) throws IOException {
    switch (member) {
      case "namespace" -> namespace = fields.word();
      case "name" -> name = fields.word();
      case "uid" -> uid = fields.text();
      case "resourceVersion" -> version = version(fields.text());
      case "generation" -> generation = fields.number();
      case "labels" -> labels = fields.words(_ -> true);
      case "annotations" -> annotations = fields.words(MetaReader::isOurs);
      case "ownerReferences" -> fields.items(this::owner);
      case "finalizers" -> fields.items(() -> finalizers.add(fields.word()));
      case "creationTimestamp" -> createdAt = fields.time().orElse(Instant.EPOCH);
      case "deletionTimestamp" -> deletedAt = fields.time();
      default -> {}
    }
  }

  private void owner() throws IOException {
    var texts = new String[] {"", "", "", ""};
    var isController = new boolean[1];
    fields.each(
        member -> {
          switch (member) {
            case "apiVersion" -> texts[0] = fields.word();
            case "kind" -> texts[1] = fields.word();
            case "name" -> texts[2] = fields.word();
            case "uid" -> texts[3] = fields.word();
            case "controller" -> isController[0] = fields.isTrue();
            default -> {}
          }
        });
    owners.add(new Meta.Owner(texts[0], texts[1], texts[2], texts[3], isController[0]));
  }

  private Meta built() {
    return new Meta(
        namespace,
        name,
        uid,
        version,
        generation,
        labels,
        annotations,
        owners,
        finalizers,
        createdAt,
        deletedAt);
  }

  /// Versions are numbers where the server uses etcd; 0 otherwise.
  static long version(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  private static boolean isOurs(String key) {
    return key.contains("kruise.io/") || EXACT.contains(key);
  }
}
