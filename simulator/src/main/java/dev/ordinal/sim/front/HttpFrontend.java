package dev.ordinal.sim.front;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Body;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.api.Request.Verb;
import dev.ordinal.sim.api.Watch;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Translates HTTP requests for the API server.
public final class HttpFrontend {
  private static final Map<String, Form> FORMS =
      Map.of(
          "application/json-patch+json", Form.JSON_PATCH,
          "application/merge-patch+json", Form.MERGE_PATCH,
          "application/strategic-merge-patch+json", Form.STRATEGIC_PATCH,
          "application/apply-patch+yaml", Form.APPLY);

  private static final List<String> PLAIN_MEDIA =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");

  private final ApiServer server;

  public HttpFrontend(ApiServer server) {
    this.server = server;
  }

  /// A request as it arrives. The path includes the query; no media type means no body.
  public record Wire(String method, String path, String mediaType, String body) {}

  public Reply handle(Wire wire, Instant now) {
    try {
      return server.handle(request(wire), now);
    } catch (Refusal e) {
      return e.reply();
    }
  }

  /// Whether the request asks for a watch instead of a reply.
  public boolean isWatch(Wire wire) {
    return wire.method().equals("GET") && query(wire.path()).isTrue("watch");
  }

  /// Throws the refusal that [#handle] would reply with.
  public Watch watch(Wire wire) {
    return server.watch(request(wire));
  }

  private Request request(Wire wire) {
    var target = target(wire.path());
    var verb = verb(wire.method(), target);
    return new Request(verb, target, query(wire.path()), body(wire, target));
  }

  /// The query options of a path.
  public static Query query(String path) {
    var values = new TreeMap<String, String>();
    var mark = path.indexOf('?');
    if (mark >= 0) {
      for (var pair : path.substring(mark + 1).split("&")) {
        var parts = pair.split("=", 2);
        values.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
      }
    }
    return new Query(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw Refusal.badRequest("malformed escape in the address: " + text);
    }
  }

  /// The target of a path; refuses unknown paths.
  public Target target(String path) {
    var mark = path.indexOf('?');
    var plain = decoded((mark < 0 ? path : path.substring(0, mark)).replace("+", "%2B"));
    var words = List.of(plain.substring(1).split("/"));
    var isCore = words.getFirst().equals("api");
    var head = isCore ? 2 : 3;
    if (words.size() <= head || !(isCore || words.getFirst().equals("apis"))) {
      throw Refusal.unknownResource();
    }
    var apiVersion = isCore ? words.get(1) : words.get(1) + "/" + words.get(2);
    return target(apiVersion, words.subList(head, words.size()));
  }

  /// Refuses an unknown path, before its body is read.
  public void expect(String path) {
    var target = target(path);
    var parts = target.resource().traits().parts();
    if (!target.part().isEmpty() && !parts.contains(target.part())) {
      throw Refusal.unknownResource();
    }
  }

  private Target target(String apiVersion, List<String> words) {
    var isInNamespace =
        words.getFirst().equals("namespaces")
            && words.size() > 2
            && !List.of("status", "finalize").contains(words.get(2));
    var rest = isInNamespace ? words.subList(2, words.size()) : words;
    var resource =
        server.registry().find(apiVersion, rest.getFirst()).orElseThrow(Refusal::unknownResource);
    if (rest.size() > 3 || (isInNamespace && !resource.isNamespaced())) {
      throw Refusal.unknownResource();
    }
    return new Target(
        resource,
        isInNamespace ? words.get(1) : "",
        rest.size() > 1 ? rest.get(1) : "",
        rest.size() > 2 ? rest.get(2) : "");
  }

  private static Verb verb(String method, Target target) {
    var isOne = !target.name().isEmpty();
    return switch (method) {
      case "GET" -> isOne ? Verb.GET : Verb.LIST;
      case "POST" -> {
        if (isOne && target.part().isEmpty()) {
          throw Refusal.methodNotAllowed();
        }
        yield Verb.CREATE;
      }
      case "PUT" -> one(Verb.UPDATE, isOne);
      case "PATCH" -> one(Verb.PATCH, isOne);
      case "DELETE" -> isOne ? Verb.DELETE : Verb.DELETE_ALL;
      default -> throw Refusal.methodNotAllowed();
    };
  }

  private static Verb one(Verb verb, boolean isOne) {
    if (!isOne) {
      throw Refusal.methodNotAllowed();
    }
    return verb;
  }

  private static Body body(Wire wire, Target target) {
    var mayBeEmpty = !List.of("POST", "PUT").contains(wire.method());
    if (wire.mediaType().isEmpty() || (mayBeEmpty && wire.body().isEmpty())) {
      return Body.NONE;
    }
    var media = wire.mediaType().split(";")[0].strip();
    if (wire.method().equals("PATCH")) {
      if (!FORMS.containsKey(media)) {
        throw Refusal.unsupportedMediaType();
      }
    } else if (!PLAIN_MEDIA.contains(media)) {
      throw Refusal.unsupportedPatch(PLAIN_MEDIA);
    }
    var form = FORMS.getOrDefault(media, Form.PLAIN);
    return new Body(form, parsed(wire.body(), form, target.resource()));
  }

  private static Json parsed(String text, Form form, Resource resource) {
    try {
      return form == Form.PLAIN ? GoText.readObject(text) : GoText.read(text);
    } catch (IOException e) {
      throw switch (form) {
        case MERGE_PATCH -> Refusal.badRequest("invalid JSON patch");
        case JSON_PATCH, STRATEGIC_PATCH, APPLY ->
            Refusal.badRequest("error decoding patch: " + e.getMessage());
        case PLAIN ->
            Refusal.badRequest(
                ("the object provided is unrecognized (must be of type %s): couldn't get"
                        + " version/kind; json parse error: %s (%s)")
                    .formatted(resource.names().kind(), e.getMessage(), GoText.brief(text)));
      };
    }
  }
}
