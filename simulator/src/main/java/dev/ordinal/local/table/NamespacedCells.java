package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Rows of namespaced kinds other than pods.
final class NamespacedCells {
  private static final int SHOWN = 3;

  private NamespacedCells() {}

  static List<Json> named(Row row) {
    return List.of(row.name(), row.age());
  }

  static List<Json> configMap(Row row) {
    var count =
        row.object().object("data").members().size()
            + row.object().object("binaryData").members().size();
    return List.of(row.name(), Json.of(count), row.age());
  }

  static List<Json> secret(Row row) {
    return List.of(
        row.name(),
        Json.of(row.object().text("type")),
        Json.of(row.object().object("data").members().size()),
        row.age());
  }

  static List<Json> service(Row row) {
    var spec = row.spec();
    return List.of(
        row.name(),
        Json.of(spec.text("type")),
        Row.orNone(spec.text("clusterIP")),
        Row.orNone(externalAddress(row)),
        Row.orNone(
            Row.objects(spec, "ports").stream()
                .map(NamespacedCells::port)
                .collect(Collectors.joining(","))),
        row.age(),
        Row.orNone(Row.labels(spec.object("selector"))));
  }

  private static String externalAddress(Row row) {
    var own =
        row.spec().items("externalIPs").stream().map(Row::plain).collect(Collectors.joining(","));
    return switch (row.spec().text("type")) {
      case "LoadBalancer" -> own.isEmpty() ? "<pending>" : own;
      case "ExternalName" -> row.spec().text("externalName");
      default -> own;
    };
  }

  private static String port(Json.Obj port) {
    var node = Row.number(port, "nodePort");
    return Row.number(port, "port") + (node > 0 ? ":" + node : "") + "/" + port.text("protocol");
  }

  static List<Json> event(Row row) {
    var event = row.object();
    var made = event.text("eventTime");
    var first = event.text("firstTimestamp").isEmpty() ? made : event.text("firstTimestamp");
    var series = event.object("series");
    var last = series.text("lastObservedTime");
    if (last.isEmpty()) {
      last = event.text("lastTimestamp").isEmpty() ? first : event.text("lastTimestamp");
    }
    var count = Row.number(series.members().isEmpty() ? event : series, "count");
    var about = event.object("involvedObject");
    var kind = about.text("kind").toLowerCase(Locale.ROOT);
    return List.of(
        Json.of(Ages.since(last, row.now())),
        Json.of(event.text("type")),
        Json.of(event.text("reason")),
        Json.of(about.text("name").isEmpty() ? kind : kind + "/" + about.text("name")),
        Json.of(about.text("fieldPath")),
        Json.of(source(event)),
        Json.of(event.text("message").strip()),
        Json.of(Ages.since(first, row.now())),
        Json.of(Math.max(count, 1)),
        row.name());
  }

  private static String source(Json.Obj event) {
    var source = event.object("source");
    var component = source.text("component");
    var host = source.text("host");
    return Stream.of(
            component.isEmpty() ? event.text("reportingComponent") : component,
            host.isEmpty() ? event.text("reportingInstance") : host)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  static List<Json> revision(Row row) {
    var controller =
        Row.objects(row.metadata(), "ownerReferences").stream()
            .filter(each -> Row.isTrue(each, "controller"))
            .findFirst()
            .map(NamespacedCells::owner)
            .orElse(Row.NONE);
    return List.of(
        row.name(), Json.of(controller), Json.of(Row.number(row.object(), "revision")), row.age());
  }

  private static String owner(Json.Obj reference) {
    var version = reference.text("apiVersion");
    var slash = version.indexOf('/');
    var group = slash < 0 ? "" : "." + version.substring(0, slash);
    return reference.text("kind").toLowerCase(Locale.ROOT) + group + "/" + reference.text("name");
  }

  static List<Json> slice(Row row) {
    var ports =
        Row.objects(row.object(), "ports").stream()
            .map(port -> port.find("port").map(Row::plain).orElse("*"))
            .toList();
    var addresses =
        Row.objects(row.object(), "endpoints").stream()
            .flatMap(each -> each.items("addresses").stream())
            .map(Row::plain)
            .toList();
    return List.of(
        row.name(),
        Json.of(row.object().text("addressType")),
        Json.of(few(ports)),
        Json.of(few(addresses)),
        row.age());
  }

  private static String few(List<String> all) {
    if (all.isEmpty()) {
      return "<unset>";
    }
    var shown = String.join(",", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() <= SHOWN ? shown : shown + " + " + (all.size() - SHOWN) + " more...";
  }

  static List<Json> lease(Row row) {
    return List.of(row.name(), Json.of(row.spec().text("holderIdentity")), row.age());
  }

  static List<Json> budget(Row row) {
    return List.of(
        row.name(),
        Json.of(row.spec().find("minAvailable").map(Row::plain).orElse("N/A")),
        Json.of(row.spec().find("maxUnavailable").map(Row::plain).orElse("N/A")),
        Json.of(Row.number(row.status(), "disruptionsAllowed")),
        row.age());
  }

  static List<Json> quota(Row row) {
    var requests = new ArrayList<String>();
    var limits = new ArrayList<String>();
    row.status()
        .object("hard")
        .members()
        .forEach(
            (name, hard) -> {
              var used = row.status().object("used").find(name).map(Row::plain).orElse("0");
              var line = name + ": " + used + "/" + Row.plain(hard);
              (name.startsWith("limits") ? limits : requests).add(line);
            });
    return List.of(
        row.name(),
        Json.of(String.join(", ", requests)),
        Json.of(String.join(", ", limits)),
        row.age());
  }
}
