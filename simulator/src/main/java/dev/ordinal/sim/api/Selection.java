package dev.ordinal.sim.api;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The objects of a list or a watch, by labels and fields.
final class Selection {
  private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s+\\(([^)]*)\\)");
  private static final Pattern EQUALS = Pattern.compile("([^\\s=!]+)\\s*(==|=|!=)\\s*([^\\s=!]*)");
  private static final Pattern EXISTS = Pattern.compile("(!?)\\s*([^\\s=!()]+)");
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");

  private final Optional<Selector> labels;
  private final List<FieldTerm> fields;

  /// `spec.nodeName=node-1`, or `!=`.
  private record FieldTerm(List<String> path, boolean isEqual, String value) {
    boolean accepts(Json.Obj object) {
      Json at = object;
      for (var part : path) {
        at = at instanceof Json.Obj inner ? inner.find(part).orElse(Json.EMPTY) : Json.EMPTY;
      }
      var text =
          switch (at) {
            case Json.Str(var found) -> found;
            case Json.Bool(var value) -> Boolean.toString(value);
            case Json.Obj _, Json.Arr _, Json.Num _, Json.Null _ -> "";
          };
      return text.equals(value) == isEqual;
    }
  }

  private Selection(Optional<Selector> labels, List<FieldTerm> fields) {
    this.labels = labels;
    this.fields = fields;
  }

  static Selection of(Resource resource, Query query) {
    var label = query.text("labelSelector");
    var field = query.text("fieldSelector");
    return new Selection(
        label.isEmpty() ? Optional.empty() : Optional.of(labels(label)),
        field.isEmpty() ? List.of() : fields(resource, field));
  }

  boolean isEverything() {
    return labels.isEmpty() && fields.isEmpty();
  }

  boolean accepts(Json.Obj object) {
    return labels.map(selector -> selector.matches(labelsOf(object))).orElse(true)
        && fields.stream().allMatch(term -> term.accepts(object));
  }

  private static Map<String, String> labelsOf(Json.Obj object) {
    var labels = new TreeMap<String, String>();
    object
        .object("metadata")
        .object("labels")
        .members()
        .forEach(
            (name, value) -> labels.put(name, value instanceof Json.Str(var text) ? text : ""));
    return labels;
  }

  private static Selector labels(String text) {
    var requirements = new ArrayList<Requirement>();
    for (var term : COMMA.split(text)) {
      requirements.add(requirement(term.strip()));
    }
    return new Selector(new TreeMap<>(), requirements);
  }

  private static Requirement requirement(String term) {
    var set = SET.matcher(term);
    if (set.matches()) {
      var operator = set.group(2).equals("in") ? Operator.IN : Operator.NOT_IN;
      var values = List.of(set.group(3).split(",")).stream().map(String::strip).toList();
      return new Requirement(set.group(1), operator, values);
    }
    var equals = EQUALS.matcher(term);
    if (equals.matches()) {
      var operator = equals.group(2).equals("!=") ? Operator.NOT_IN : Operator.IN;
      return new Requirement(equals.group(1), operator, List.of(equals.group(3)));
    }
    var exists = EXISTS.matcher(term);
    if (exists.matches()) {
      var operator = exists.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST;
      return new Requirement(exists.group(2), operator, List.of());
    }
    var words = term.split("\\s+");
    throw Refusal.badRequest(
        "unable to parse requirement: found '%s', expected: in, notin, =, ==, !=, gt, lt"
            .formatted(words[Math.min(1, words.length - 1)]));
  }

  private static List<FieldTerm> fields(Resource resource, String text) {
    var terms = new ArrayList<FieldTerm>();
    for (var term : text.split(",")) {
      var equals = EQUALS.matcher(term.strip());
      if (!equals.matches()) {
        throw Refusal.badRequest(
            "invalid selector: '%s'; can't understand '%s'".formatted(text, term));
      }
      var field = equals.group(1);
      var isCommon = field.equals("metadata.name") || field.equals("metadata.namespace");
      if (!isCommon && !resource.traits().fields().contains(field)) {
        throw Refusal.badRequest(
            resource.names().group().contains(".") || resource.traits().fields().isEmpty()
                ? "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                    .formatted(field)
                : "field label not supported: " + field);
      }
      var isEqual = !equals.group(2).equals("!=");
      terms.add(new FieldTerm(List.of(field.split("\\.")), isEqual, equals.group(3)));
    }
    return terms;
  }
}
