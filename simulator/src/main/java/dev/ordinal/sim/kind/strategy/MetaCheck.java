package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Validates an object's metadata.
public final class MetaCheck {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern NAME_PART =
      Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");

  private static final String ENDS =
      " must start and end with an alphanumeric character (e.g. %s, regex used for validation is"
          + " '%s')";
  private static final String LABEL_WORDS =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + ENDS.formatted("'my-name',  or '123-abc'", LABEL.pattern());
  private static final String SUBDOMAIN_WORDS =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and"
          + ENDS.formatted("'example.com'", SUBDOMAIN.pattern());
  private static final String SERVICE_WORDS =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
          + " 'abc-123', regex used for validation is '"
          + SERVICE.pattern()
          + "')";

  private MetaCheck() {}

  /// The metadata of a new or changed object.
  public static List<Fault> of(Json.Obj metadata, Strategy.Names names) {
    var faults = new ArrayList<Fault>();
    var name = metadata.text("name");
    if (name.isEmpty()) {
      faults.add(Fault.required("metadata.name", "name or generateName is required"));
    } else {
      faults.addAll(name("metadata.name", name, names));
    }
    faults.addAll(labels(metadata.object("labels")));
    metadata
        .object("annotations")
        .members()
        .keySet()
        .forEach(
            key ->
                faults.addAll(
                    qualified("metadata.annotations", key.toLowerCase(java.util.Locale.ROOT))));
    faults.addAll(OwnerCheck.of(metadata.items("ownerReferences")));
    var finalizers = metadata.items("finalizers");
    for (var i = 0; i < finalizers.size(); i++) {
      faults.addAll(finalizer("metadata.finalizers[" + i + "]", finalizers.get(i)));
    }
    return faults;
  }

  /// Changes of metadata that an update may not make.
  public static List<Fault> update(Json.Obj next, Json.Obj old) {
    var faults = new ArrayList<Fault>();
    for (var field : List.of("name", "namespace", "uid")) {
      if (!next.text(field).equals(old.text(field))) {
        faults.add(
            Fault.invalid("metadata." + field, Json.of(next.text(field)), "field is immutable"));
      }
    }
    if (old.find("deletionTimestamp").isPresent()) {
      var added = new ArrayList<>(next.items("finalizers"));
      added.removeAll(old.items("finalizers"));
      if (!added.isEmpty()) {
        var listed = added.stream().map(Fault::quote).toList();
        faults.add(
            Fault.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{"
                    + String.join(", ", listed)
                    + "}"));
      }
    }
    return faults;
  }

  private static List<Fault> name(String field, String name, Strategy.Names form) {
    return switch (form) {
      case SUBDOMAIN -> subdomain(field, name);
      case LABEL -> label(field, name);
      case SERVICE ->
          SERVICE.matcher(name).matches()
              ? List.of()
              : List.of(Fault.invalid(field, Json.of(name), SERVICE_WORDS));
    };
  }

  private static List<Fault> subdomain(String field, String name) {
    if (name.length() > 253) {
      return List.of(Fault.invalid(field, Json.of(name), "must be no more than 253 characters"));
    }
    return SUBDOMAIN.matcher(name).matches()
        ? List.of()
        : List.of(Fault.invalid(field, Json.of(name), SUBDOMAIN_WORDS));
  }

  /// A DNS label.
  public static List<Fault> label(String field, String text) {
    if (text.length() > 63) {
      return List.of(Fault.invalid(field, Json.of(text), "must be no more than 63 characters"));
    }
    return LABEL.matcher(text).matches()
        ? List.of()
        : List.of(Fault.invalid(field, Json.of(text), LABEL_WORDS));
  }

  private static List<Fault> labels(Json.Obj labels) {
    var faults = new ArrayList<Fault>();
    labels
        .members()
        .forEach(
            (key, value) -> {
              faults.addAll(qualified("metadata.labels", key));
              if (value instanceof Json.Str(var text)) {
                value(text).ifPresent(faults::add);
              }
            });
    return faults;
  }

  private static Optional<Fault> value(String text) {
    if (text.length() > 63) {
      return Optional.of(
          Fault.invalid("metadata.labels", Json.of(text), "must be no more than 63 characters"));
    }
    return VALUE.matcher(text).matches()
        ? Optional.empty()
        : Optional.of(
            Fault.invalid(
                "metadata.labels",
                Json.of(text),
                "a valid label must be an empty string or consist of alphanumeric characters, '-',"
                    + " '_' or '.', and"
                    + ENDS.formatted("'MyValue',  or 'my_value',  or '12345'", VALUE.pattern())));
  }

  /// A name with an optional domain before it: `example.com/name`.
  public static List<Fault> qualified(String field, String text) {
    var parts = text.split("/", -1);
    var name = parts[parts.length - 1];
    if (parts.length == 2 && !SUBDOMAIN.matcher(parts[0]).matches()) {
      return List.of(Fault.invalid(field, Json.of(text), "prefix part " + SUBDOMAIN_WORDS));
    }
    if (parts.length <= 2 && name.length() <= 63 && NAME_PART.matcher(name).matches()) {
      return List.of();
    }
    return List.of(
        Fault.invalid(
            field,
            Json.of(text),
            "name part must consist of alphanumeric characters, '-', '_' or '.', and"
                + ENDS.formatted("'MyName',  or 'my.name',  or '123-abc'", NAME_PART.pattern())));
  }

  private static List<Fault> finalizer(String field, Json value) {
    var text = value instanceof Json.Str(var found) ? found : "";
    var isStandard = List.of("orphan", "foregroundDeletion", "kubernetes").contains(text);
    return isStandard || text.contains("/")
        ? qualified(field, text)
        : List.of(
            Fault.invalid(
                field,
                value,
                "name is neither a standard finalizer name nor is it fully qualified"));
  }
}
