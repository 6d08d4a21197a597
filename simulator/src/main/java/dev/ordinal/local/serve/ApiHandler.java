package dev.ordinal.local.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.local.loop.EventLoop;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.cluster.Chaos;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers every path of the API server. The model is used under its lock; the reply is encoded
/// after the lock is released.
public final class ApiHandler implements HttpReply.Handler {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final String DISCOVERY_TYPE =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final EventLoop loop;
  private final OriginCheck gate;
  private final Chaos chaos;
  private final ChaosHandler faults;
  private final Discovery discovery;
  private final OpenApi openApi;
  private final ObjectHandler objects;

  public ApiHandler(EventLoop loop, ApiServer server, Chaos chaos, OriginCheck gate) {
    var catalogue = new ApiResources(server);
    this.loop = loop;
    this.gate = gate;
    this.chaos = chaos;
    this.faults = new ChaosHandler(chaos, server, loop.pace());
    this.discovery = new Discovery(catalogue);
    this.openApi = new OpenApi(catalogue);
    this.objects = new ObjectHandler(loop, server, new HttpFrontend(server), catalogue);
  }

  /// How many watches are open.
  public int watches() {
    return objects.watches();
  }

  /// Ends the watches of a resource that is no longer served, as a real server does.
  public void endWatches(String resource) {
    objects.endWatches(resource);
  }

  @Override
  public HttpReply answer(HttpRequest request) {
    try {
      var refusal = gate.findRefusal(request);
      if (refusal.isPresent()) {
        return refusal.get();
      }
      var accept = Accept.of(request.header("accept"));
      if (accept.isEmpty()) {
        return Documents.notAcceptable();
      }
      return loop.ask(now -> route(request, accept.get(), now)).get();
    } catch (Refusal e) {
      return Documents.of(e.reply());
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", request.method(), request.target(), e);
      return Documents.of(Refusal.internal("the simulated cluster failed: " + e).reply());
    }
  }

  private Supplier<HttpReply> route(HttpRequest request, Accept accept, Instant now) {
    var path = trimmed(request.path());
    if (ChaosHandler.isMeant(path)) {
      var reply = faults.answer(request, path);
      return () -> reply;
    }
    var error = chaos.findError(ThreadLocalRandom.current());
    if (error.isPresent()) {
      return () -> Documents.of(error.get());
    }
    var review = review(request, path);
    if (review.isPresent()) {
      return review.get();
    }
    var document =
        path.equals("/openapi/v2")
            ? OpenApi.older(request.header("accept"))
            : document(path, accept);
    if (document.isPresent()) {
      if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
        throw Refusal.methodNotAllowed();
      }
      return document.get();
    }
    return isServed(path)
        ? objects.answer(request, accept, now)
        : () -> HttpReply.text(404, "404 page not found\n");
  }

  private static String trimmed(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /// The document of an existing API version.
  private boolean isServed(String path) {
    var words = path.split("/");
    return words.length > 3
        && ((words[1].equals("api") && words[2].equals("v1"))
            || (words[1].equals("apis") && discovery.has(words[2] + "/" + words[3])));
  }

  private static Optional<Supplier<HttpReply>> review(HttpRequest request, String path) {
    if (!request.method().equals("POST")) {
      return Optional.empty();
    }
    try {
      var asked =
          path.contains("/selfsubject")
              ? JsonBytes.readObject(ObjectHandler.text(request).getBytes(StandardCharsets.UTF_8))
              : Json.EMPTY;
      return Reviews.review(path, asked)
          .map(done -> () -> Documents.of(new Reply(201, done, List.of())));
    } catch (IOException _) {
      throw Refusal.badRequest("the review is not JSON");
    }
  }

  private Optional<Supplier<HttpReply>> document(String path, Accept accept) {
    return switch (path) {
      case "/healthz", "/livez", "/readyz" -> Optional.of(() -> HttpReply.text(200, "ok"));
      case "/version" -> json(Versions.document());
      case "/" -> json(Json.of("paths", Discovery.texts(List.of("/api", "/apis", "/openapi/v3"))));
      case "/api" -> accept == Accept.DISCOVERY ? aggregated(true) : json(Discovery.core());
      case "/apis" -> accept == Accept.DISCOVERY ? aggregated(false) : json(discovery.groups());
      case "/openapi/v3" -> json(openApi.index());
      default -> path.startsWith("/openapi/") ? schema(path) : resources(path);
    };
  }

  private Optional<Supplier<HttpReply>> schema(String path) {
    var rest = path.replaceFirst("^/openapi/v3/apis?/", "");
    return !rest.startsWith("/") && discovery.has(rest)
        ? json(openApi.document(rest))
        : Optional.of(() -> HttpReply.text(404, "404 page not found\n"));
  }

  private Optional<Supplier<HttpReply>> resources(String path) {
    if (path.equals("/api/v1")) {
      return json(discovery.resources("v1"));
    }
    var words = path.split("/");
    if (words.length < 3 || words.length > 4 || !words[1].equals("apis")) {
      return Optional.empty();
    }
    if (words.length == 3) {
      return discovery.hasGroup(words[2]) ? json(discovery.group(words[2])) : Optional.empty();
    }
    var groupVersion = words[2] + "/" + words[3];
    return discovery.has(groupVersion) ? json(discovery.resources(groupVersion)) : Optional.empty();
  }

  private Optional<Supplier<HttpReply>> aggregated(boolean isCore) {
    var document = discovery.aggregated(isCore);
    return Optional.of(
        () -> new HttpReply.Whole(200, DISCOVERY_TYPE, JsonBytes.write(document), List.of()));
  }

  private static Optional<Supplier<HttpReply>> json(Json.Obj document) {
    return Optional.of(() -> Documents.of(Reply.ok(document)));
  }
}
