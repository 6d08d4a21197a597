package dev.ordinal.forecast;

import dev.ordinal.model.json.Json;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the pods of a template refer to, with the keys that they read: without it no container
/// starts. It is taken to be there.
record TemplateNeeds(
    Set<String> accounts,
    SortedMap<String, Set<String>> configMaps,
    SortedMap<String, Set<String>> secrets) {

  static TemplateNeeds of(Json.Obj template) {
    var needs = new TemplateNeeds(new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
    var account = template.object("spec").text("serviceAccountName");
    needs.accounts.add("default");
    if (!account.isEmpty()) {
      needs.accounts.add(account);
    }
    needs.collect("", template);
    return needs;
  }

  private void collect(String member, Json value) {
    switch (value) {
      case Json.Obj object -> {
        refer(member, object);
        object.members().forEach(this::collect);
      }
      case Json.Arr(var items) -> items.forEach(item -> collect(member, item));
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
  }

  private void refer(String member, Json.Obj object) {
    switch (member) {
      case "configMap", "configMapRef", "configMapKeyRef" -> add(configMaps, "name", object);
      case "secretRef", "secretKeyRef" -> add(secrets, "name", object);
      case "secret" -> {
        add(secrets, "secretName", object);
        add(secrets, "name", object);
      }
      default -> {}
    }
  }

  private static void add(SortedMap<String, Set<String>> known, String field, Json.Obj object) {
    var name = object.text(field);
    if (name.isEmpty()) {
      return;
    }
    var keys = known.computeIfAbsent(name, _ -> new TreeSet<>());
    if (!object.text("key").isEmpty()) {
      keys.add(object.text("key"));
    }
    object.items("items").stream()
        .map(item -> item instanceof Json.Obj found ? found.text("key") : "")
        .filter(key -> !key.isEmpty())
        .forEach(keys::add);
  }
}
