package dev.ordinal.sim.kind;

import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.util.Set;

/// One resource: its paths, its verbs, its strategy, and the key under which objects of all its
/// versions are stored.
public record Resource(
    Names names, boolean isNamespaced, Features traits, Strategy strategy, String storage) {
  Resource(Names names, boolean isNamespaced, Features traits, Strategy strategy) {
    this(names, isNamespaced, traits, strategy, names.group() + "/" + names.plural());
  }

  /// Group, version, the plural of the path and the kind.
  public record Names(String group, String version, String plural, String kind) {
    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  /// The features of a resource: its subresources, its field selectors, whether a delete replies
  /// with the object, whether an update may create, and whether an update needs no version.
  public record Features(
      Set<String> parts,
      Set<String> fields,
      boolean returnsDeleted,
      boolean mayCreateByUpdate,
      boolean mayUpdateBlindly) {
    public static final Features PLAIN = new Features(Set.of(), Set.of(), false, false, true);

    Features parts(String... names) {
      return new Features(
          Set.of(names), fields, returnsDeleted, mayCreateByUpdate, mayUpdateBlindly);
    }

    Features fields(String... names) {
      return new Features(
          parts, Set.of(names), returnsDeleted, mayCreateByUpdate, mayUpdateBlindly);
    }

    Features deletedReturned() {
      return new Features(parts, fields, true, mayCreateByUpdate, mayUpdateBlindly);
    }

    Features createdByUpdate() {
      return new Features(parts, fields, returnsDeleted, true, mayUpdateBlindly);
    }

    Features versionNeeded() {
      return new Features(parts, fields, returnsDeleted, mayCreateByUpdate, false);
    }
  }

  /// Its name in messages about a missing or outdated object.
  public Subject subject(String name) {
    return new Subject(names.group(), names.plural(), name);
  }

  /// Its name in messages about an invalid object.
  public Subject kindSubject(String name) {
    return new Subject(names.group(), names.kind(), name);
  }
}
