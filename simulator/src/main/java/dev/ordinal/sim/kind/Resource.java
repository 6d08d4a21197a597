package dev.ordinal.sim.kind;

import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.util.Set;

/// One resource: where it is found, what it can do, its strategy, and the key under which objects
/// of all its versions are kept together.
public record Resource(
    Names names, boolean isNamespaced, Traits traits, Strategy strategy, String storage) {
  Resource(Names names, boolean isNamespaced, Traits traits, Strategy strategy) {
    this(names, isNamespaced, traits, strategy, names.group() + "/" + names.plural());
  }

  /// Group, version, the plural of the path and the kind.
  public record Names(String group, String version, String plural, String kind) {
    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  /// What a resource allows beyond the common: its parts, the fields that select, whether a delete
  /// answers with the object, an update may create, and an update needs no version.
  public record Traits(
      Set<String> parts,
      Set<String> fields,
      boolean returnsDeleted,
      boolean mayCreateByUpdate,
      boolean mayUpdateBlindly) {
    public static final Traits PLAIN = new Traits(Set.of(), Set.of(), false, false, true);

    Traits parts(String... names) {
      return new Traits(Set.of(names), fields, returnsDeleted, mayCreateByUpdate, mayUpdateBlindly);
    }

    Traits fields(String... names) {
      return new Traits(parts, Set.of(names), returnsDeleted, mayCreateByUpdate, mayUpdateBlindly);
    }

    Traits deletedReturned() {
      return new Traits(parts, fields, true, mayCreateByUpdate, mayUpdateBlindly);
    }

    Traits createdByUpdate() {
      return new Traits(parts, fields, returnsDeleted, true, mayUpdateBlindly);
    }

    Traits versionNeeded() {
      return new Traits(parts, fields, returnsDeleted, mayCreateByUpdate, false);
    }
  }

  /// As messages about a missing or outdated object name it.
  public Subject subject(String name) {
    return new Subject(names.group(), names.plural(), name);
  }

  /// As messages about an invalid object name it.
  public Subject kindSubject(String name) {
    return new Subject(names.group(), names.kind(), name);
  }
}
