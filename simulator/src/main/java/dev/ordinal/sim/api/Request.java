package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// One request, with its resource resolved.
public record Request(Verb verb, Target target, Query query, Body body) {
  /// The verbs.
  public enum Verb {
    GET,
    LIST,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETE_ALL
  }

  /// The target of a request. Namespace, name and part are empty where they do not apply.
  public record Target(Resource resource, String namespace, String name, String part) {
    public Target part(String other) {
      return new Target(resource, namespace, name, other);
    }

    public Target name(String other) {
      return new Target(resource, namespace, other, part);
    }
  }

  /// The query options.
  public record Query(SortedMap<String, String> values) {
    public static final Query NONE = new Query(new TreeMap<>());

    public Query {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    public static Query of(String name, String value) {
      return new Query(new TreeMap<>(Map.of(name, value)));
    }

    public String text(String name) {
      return values.getOrDefault(name, "");
    }

    public boolean isTrue(String name) {
      return text(name).equals("true") || text(name).equals("1");
    }
  }

  /// The media type of a body.
  public enum Form {
    PLAIN,
    JSON_PATCH,
    MERGE_PATCH,
    STRATEGIC_PATCH,
    APPLY
  }

  /// The body; an empty object if there is none.
  public record Body(Form form, Json content) {
    public static final Body NONE = new Body(Form.PLAIN, Json.EMPTY);

    Json.Obj object() {
      return content instanceof Json.Obj object ? object : Json.EMPTY;
    }
  }

  public static Request get(Target target) {
    return new Request(Verb.GET, target, Query.NONE, Body.NONE);
  }

  public static Request list(Target target, Query query) {
    return new Request(Verb.LIST, target, query, Body.NONE);
  }

  public static Request create(Target target, Json.Obj object) {
    return new Request(Verb.CREATE, target, Query.NONE, new Body(Form.PLAIN, object));
  }

  public static Request update(Target target, Json.Obj object) {
    return new Request(Verb.UPDATE, target, Query.NONE, new Body(Form.PLAIN, object));
  }

  public static Request patch(Target target, Form form, Json content) {
    return new Request(Verb.PATCH, target, Query.NONE, new Body(form, content));
  }

  /// `options` is a DeleteOptions object.
  public static Request delete(Target target, Json.Obj options) {
    return new Request(Verb.DELETE, target, Query.NONE, new Body(Form.PLAIN, options));
  }

  boolean isDryRun() {
    return query.text("dryRun").equals("All");
  }
}
