package dev.ordinal.local.serve;

import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.local.loop.EventLoop;
import dev.ordinal.local.table.Tables;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.api.Watch;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.front.HttpFrontend.Wire;
import dev.ordinal.sim.kind.StoredOnlyKinds;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Requests for objects: get, list, watch and all writes.
final class ObjectHandler {
  private static final Duration SHORTEST_WATCH = Duration.ofMinutes(30);
  private static final Pattern CONTAINER =
      Pattern.compile(
          "(/api/v1/namespaces/[^/]+/pods/([^/]+))/(log|exec|attach|portforward|proxy)(/.*)?");

  private final EventLoop loop;
  private final HttpFrontend frontend;
  private final ApiResources catalogue;
  private final Watchers watchers = new Watchers();

  ObjectHandler(EventLoop loop, ApiServer server, HttpFrontend frontend, ApiResources catalogue) {
    this.loop = loop;
    this.frontend = frontend;
    this.catalogue = catalogue;
    server.listen(watchers::tell);
  }

  int watches() {
    return watchers.count();
  }

  void endWatches(String resource) {
    watchers.end(resource);
  }

  Supplier<HttpReply> answer(HttpRequest request, Accept accept, Instant now) {
    var words = findContainers(request, now);
    if (words.isPresent()) {
      return refuse(request, words.get());
    }
    // Before the body: the form of a resource that is not served is unknown.
    frontend.expect(request.path());
    var wire = wire(request);
    if (frontend.isWatch(wire)) {
      return watch(wire, accept);
    }
    var reply = frontend.handle(wire, now);
    var warnings = warnings(wire, reply);
    var isRead = request.method().equals("GET");
    UnaryOperator<Json.Obj> form =
        isRead && reply.isOk() ? form(wire.path(), accept, now) : UnaryOperator.identity();
    return () -> Documents.of(new Reply(reply.code(), form.apply(reply.body()), warnings));
  }

  /// Warns about writes of objects that nothing acts on.
  private List<String> warnings(Wire wire, Reply reply) {
    var isWrite = List.of("POST", "PUT", "PATCH").contains(wire.method());
    var idle =
        isWrite && reply.isOk()
            ? StoredOnlyKinds.findWarning(frontend.target(wire.path()).resource())
            : Optional.<String>empty();
    return Stream.concat(reply.warnings().stream(), idle.stream()).toList();
  }

  private static Wire wire(HttpRequest request) {
    var method = request.method().equals("HEAD") ? "GET" : request.method();
    var media = request.header("content-type");
    return media.startsWith(Protobuf.MEDIA_TYPE)
        ? new Wire(method, request.target(), "application/json", text(request))
        : new Wire(method, request.target(), media, text(request));
  }

  /// The body as JSON, from any form.
  static String text(HttpRequest request) {
    var media = request.header("content-type");
    if (media.startsWith(Protobuf.MEDIA_TYPE) && request.body().length > 0) {
      return JsonText.write(Protobuf.read(request.body()));
    }
    var text = new String(request.body(), StandardCharsets.UTF_8);
    var isYaml = media.contains("yaml") && !text.isBlank() && !text.stripLeading().startsWith("{");
    return isYaml ? YamlText.toJson(text) : text;
  }

  /// Nothing runs in the pods, so these subresources are refused.
  private Optional<String> findContainers(HttpRequest request, Instant now) {
    var path = CONTAINER.matcher(request.path());
    if (!path.matches()) {
      return Optional.empty();
    }
    var pod = frontend.handle(new Wire("GET", path.group(1), "", ""), now);
    if (!pod.isOk()) {
      throw Refusal.notFound(new Refusal.Subject("", "pods", path.group(2)));
    }
    return Optional.of(
        "containers are simulated: nothing runs in pod %s, so there is no %s"
            .formatted(path.group(2), what(path.group(3))));
  }

  /// After a refusal, clients that follow a log would retry for twenty seconds.
  private static Supplier<HttpReply> refuse(HttpRequest request, String words) {
    if (request.path().endsWith("/log") && HttpFrontend.query(request.target()).isTrue("follow")) {
      return () -> HttpReply.text(200, words + "\n");
    }
    throw Refusal.badRequest(words);
  }

  private static String what(String part) {
    return switch (part) {
      case "log" -> "log";
      case "portforward", "proxy" -> "port to reach";
      default -> "process to talk to";
    };
  }

  private UnaryOperator<Json.Obj> form(String path, Accept accept, Instant now) {
    var target = frontend.target(path);
    return switch (accept) {
      case TABLE -> {
        if (target.part().equals("scale")) {
          yield UnaryOperator.identity();
        }
        var tables = tables(path, target);
        yield object -> tables.of(object, now);
      }
      case METADATA -> ObjectHandler::metadataAlone;
      case PLAIN, DISCOVERY -> UnaryOperator.identity();
    };
  }

  private Tables tables(String path, Target target) {
    var include = HttpFrontend.query(path).text("includeObject");
    return new Tables(target.resource(), catalogue.printers(target.resource()), include);
  }

  private static Json.Obj metadataAlone(Json.Obj reply) {
    if (!(reply.members().get("items") instanceof Json.Arr(var items))) {
      return Tables.partial(reply);
    }
    var partial = new ArrayList<Json>();
    items.forEach(item -> partial.add(Tables.partial((Json.Obj) item)));
    return Json.of("kind", Json.of("PartialObjectMetadataList"))
        .with("apiVersion", Json.of("meta.k8s.io/v1"))
        .with("metadata", reply.object("metadata"))
        .with("items", Json.of(partial));
  }

  private Supplier<HttpReply> watch(Wire wire, Accept accept) {
    var query = HttpFrontend.query(wire.path());
    var target = frontend.target(wire.path());
    var manner =
        new WatchSource.WatchOptions(
            length(query.text("timeoutSeconds")),
            query.isTrue("allowWatchBookmarks"),
            watchForm(wire.path(), target, accept));
    var watch = frontend.watch(named(wire, target, query));
    var resource = target.resource().storage();
    var holder = new WatchSource[1];
    var source = new WatchSource(loop, watch, manner, () -> watchers.remove(resource, holder[0]));
    holder[0] = source;
    watchers.add(resource, source);
    return () -> new HttpReply.Streamed("application/json", source);
  }

  /// A watch of one object is a watch of the list with its name.
  private static Wire named(Wire wire, Target target, Query query) {
    if (target.name().isEmpty() || !query.text("fieldSelector").isEmpty()) {
      return wire;
    }
    return new Wire(
        wire.method(), wire.path() + "&fieldSelector=metadata.name%3D" + target.name(), "", "");
  }

  /// Watches end after a while, at different times.
  private static Duration length(String seconds) {
    if (seconds.isEmpty() || seconds.equals("0")) {
      var more = ThreadLocalRandom.current().nextLong(SHORTEST_WATCH.toSeconds());
      return SHORTEST_WATCH.plusSeconds(more);
    }
    try {
      return Duration.ofSeconds(Math.clamp(Long.parseLong(seconds), 0, 1 << 24));
    } catch (NumberFormatException _) {
      throw Refusal.badRequest(
          "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(seconds));
    }
  }

  private WatchSource.Form watchForm(String path, Target target, Accept accept) {
    if (accept == Accept.TABLE) {
      var tables = tables(path, target);
      return (event, isFirst, now) ->
          event.type().equals("ERROR") ? event.object() : tableOf(tables, event, isFirst, now);
    }
    return accept == Accept.METADATA
        ? (event, _, _) ->
            event.type().equals("ERROR") ? event.object() : Tables.partial(event.object())
        : (event, _, _) -> event.object();
  }

  private static Json.Obj tableOf(Tables tables, Watch.Event event, boolean isFirst, Instant now) {
    var table = tables.event(event.object(), isFirst, now);
    return event.type().equals("BOOKMARK") ? table.with("rows", Json.of(List.of())) : table;
  }
}
