package dev.ordinal.plan.body;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Compares pod templates by what they mean. The API server and Kruise's webhook store a template
/// with every default written out; the user's manifest, applied again, takes some of them away.
/// Neither is a reason to restart a pod.
public final class Template {
  private static final List<String> CONTAINERS = List.of("initContainers", "containers");

  /// Only in these objects the members are amounts: a label may have one of their names too.
  private static final Map<String, Set<String>> AMOUNTS =
      Map.of(
          "resources", Set.of("limits", "requests"),
          "emptyDir", Set.of("sizeLimit"),
          "resourceFieldRef", Set.of("divisor"));

  private static final String PULL_POLICY = "imagePullPolicy";
  private static final String ALWAYS = "Always";

  private Template() {}

  /// Two templates in a form in which only what is different differs.
  public record Pair(Json.Obj older, Json.Obj newer) {}

  public static boolean isSame(Json.Obj recorded, Json.Obj template) {
    if (recorded.equals(template)) {
      return true;
    }
    var pair = comparable(recorded, template);
    return pair.older().equals(pair.newer());
  }

  /// Both without nulls, empties and defaults, and with the newer one's words for the same amounts.
  public static Pair comparable(Json.Obj older, Json.Obj newer) {
    var before = withAccount(plain(withPolicies(older, newer)));
    var after = withAccount(plain(withPolicies(newer, older)));
    return new Pair(likened("", before, after) instanceof Json.Obj found ? found : before, after);
  }

  /// Whether the recorded template may be the other one with defaults that are unknown here: those
  /// of a container are written out in it, and no member that both have differs.
  public static boolean mayBeFilledIn(Json.Obj recorded, Json.Obj template) {
    var pair = comparable(recorded, template);
    return containers(recorded, "containers").values().stream().anyMatch(Template::isDefaulted)
        && agree(pair.older(), pair.newer());
  }

  /// Whether the two differ in nothing but members that one of them lacks.
  private static boolean agree(Json one, Json other) {
    if (one instanceof Json.Obj(var members) && other instanceof Json.Obj like) {
      return members.entrySet().stream()
          .allMatch(
              each ->
                  like.find(each.getKey()).filter(same -> !agree(each.getValue(), same)).isEmpty());
    }
    if (one instanceof Json.Arr(var items) && other instanceof Json.Arr(var like)) {
      return items.size() == like.size()
          && IntStream.range(0, items.size()).allMatch(i -> agree(items.get(i), like.get(i)));
    }
    return one.equals(other);
  }

  private static Json.Obj plain(Json.Obj template) {
    return Defaults.TEMPLATE.remove(template) instanceof Json.Obj found ? found : Json.EMPTY;
  }

  /// The deprecated name of a field that the API server always writes twice.
  private static Json.Obj withAccount(Json.Obj template) {
    var spec = template.object("spec");
    var account = spec.find("serviceAccountName").or(() -> spec.find("serviceAccount"));
    return account.isEmpty()
        ? template
        : template.with(
            "spec", spec.without("serviceAccount").with("serviceAccountName", account.get()));
  }

  /// The template with the pull policies that the other one states and that follow from nothing
  /// but a default.
  private static Json.Obj withPolicies(Json.Obj template, Json.Obj other) {
    var spec = template.object("spec");
    for (var list : CONTAINERS) {
      var others = containers(other, list);
      var filled = new ArrayList<Json>();
      for (var item : spec.items(list)) {
        var container = item instanceof Json.Obj object ? object : Json.EMPTY;
        var like = others.getOrDefault(container.text("name"), Json.EMPTY);
        filled.add(isImplied(list, container, like) ? withPolicyOf(container, like) : item);
      }
      spec = filled.isEmpty() ? spec : spec.with(list, Json.of(filled));
    }
    return spec.equals(Json.EMPTY) ? template : template.with("spec", spec);
  }

  private static Json.Obj withPolicyOf(Json.Obj container, Json.Obj like) {
    return container.with(PULL_POLICY, Json.of(like.text(PULL_POLICY)));
  }

  /// Kruise's webhook fills in Always whatever the image's tag, in containers and not in init
  /// containers. It fills in the other defaults with it, so that a policy that stands alone is the
  /// user's own.
  private static boolean isImplied(String list, Json.Obj container, Json.Obj like) {
    var stated = like.text(PULL_POLICY);
    var isByKruise =
        list.equals("containers")
            && stated.equals(ALWAYS)
            && isDefaulted(like)
            && !isDefaulted(container);
    return container.text(PULL_POLICY).isEmpty()
        && (isByKruise || stated.equals(defaultPolicy(like.text("image"))));
  }

  private static boolean isDefaulted(Json.Obj container) {
    return container.find("terminationMessagePath").isPresent()
        && container.find("terminationMessagePolicy").isPresent();
  }

  /// Without a tag or a digest an image means the latest one.
  private static String defaultPolicy(String image) {
    var name = image.substring(image.lastIndexOf('/') + 1);
    var isLatest = name.endsWith(":latest") || (!name.contains(":") && !name.contains("@"));
    return isLatest ? ALWAYS : "IfNotPresent";
  }

  private static Map<String, Json.Obj> containers(Json.Obj template, String list) {
    var named = new TreeMap<String, Json.Obj>();
    for (var container : template.object("spec").objects(list)) {
      named.put(container.text("name"), container);
    }
    return named;
  }

  /// The value with its amounts written as in the other one where they are the same, so that `1`
  /// and `1000m` are equal. `name` is the member that the value is.
  private static Json likened(String name, Json value, Json other) {
    if (value instanceof Json.Obj(var members) && other instanceof Json.Obj like) {
      var found = new TreeMap<String, Json>();
      var amounts = AMOUNTS.getOrDefault(name, Set.of());
      members.forEach(
          (inner, member) -> {
            var same = like.find(inner).orElse(member);
            found.put(
                inner,
                amounts.contains(inner) ? amounts(member, same) : likened(inner, member, same));
          });
      return new Json.Obj(found);
    }
    if (value instanceof Json.Arr(var items) && other instanceof Json.Arr(var like)) {
      var found = new ArrayList<Json>();
      for (var i = 0; i < items.size(); i++) {
        found.add(i < like.size() ? likened(name, items.get(i), like.get(i)) : items.get(i));
      }
      return Json.of(found);
    }
    return value;
  }

  /// One amount, or several by name.
  private static Json amounts(Json value, Json other) {
    if (value instanceof Json.Obj(var members) && other instanceof Json.Obj like) {
      var found = new TreeMap<String, Json>();
      members.forEach(
          (name, member) -> found.put(name, amounts(member, like.find(name).orElse(member))));
      return new Json.Obj(found);
    }
    var written = Json.scalar(value);
    return !written.isEmpty() && Quantity.isSame(written, Json.scalar(other)) ? other : value;
  }
}
