package dev.ordinal.cli.handover;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads and writes objects of one namespace. What the API server refuses ends the command, with
/// the server's words.
final class HandoverClient {
  private static final int NOT_FOUND = 404;

  /// The caller looks again: the object has changed, or a step was done before.
  private static final Set<Integer> LOOK_AGAIN = Set.of(NOT_FOUND, 409);

  private final Api api;
  private final String namespace;

  HandoverClient(Api api, String namespace) {
    this.api = api;
    this.namespace = namespace;
  }

  String path(String version, String resource) {
    var root = version.contains("/") ? "/apis/" : "/api/";
    return root + version + "/namespaces/" + namespace + "/" + resource;
  }

  Optional<Json.Obj> find(String path) {
    var reply = send(Request.get(path));
    return reply.code() == NOT_FOUND
        ? Optional.empty()
        : Optional.of(plain(required(reply, "reading " + path)));
  }

  /// @param selector the labels of those that are wanted; empty for all
  List<Json.Obj> list(String path, String selector) {
    var query =
        selector.isEmpty()
            ? ""
            : "?labelSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
    var found = new ArrayList<Json.Obj>();
    for (var item : required(send(Request.get(path + query)), "reading " + path).items("items")) {
      found.add(plain((Json.Obj) item));
    }
    return found;
  }

  /// The objects; none where they may not be read.
  List<Json.Obj> listIfAllowed(String path) {
    var reply = send(Request.get(path));
    return reply.isSuccess()
        ? object(reply).items("items").stream().map(item -> plain((Json.Obj) item)).toList()
        : List.of();
  }

  /// Who wrote which field, which is most of an object and matters to none of this.
  private static Json.Obj plain(Json.Obj object) {
    return object.with("metadata", object.object("metadata").without("managedFields"));
  }

  /// The server's words if it would refuse the object.
  Optional<String> findRefusal(String path, Json.Obj body) {
    var query = "?dryRun=All&fieldValidation=Strict";
    var reply = send(Request.post(path + query, JsonText.write(body)));
    return reply.isSuccess() ? Optional.empty() : Optional.of(object(reply).text("message"));
  }

  void create(String path, Json.Obj body) {
    write(Request.post(path, JsonText.write(body)), "creating " + path);
  }

  /// Creates an object, or changes the one whose version the body names.
  void put(String path, Json.Obj body) {
    var metadata = body.object("metadata");
    if (metadata.text("resourceVersion").isEmpty()) {
      create(path, body);
    } else {
      merge(path + "/" + metadata.text("name"), body);
    }
  }

  void merge(String path, Json.Obj body) {
    write(Request.mergePatch(path, JsonText.write(body)), "changing " + path);
  }

  void delete(String path, Json.Obj options) {
    write(Request.delete(path, JsonText.write(options)), "deleting " + path);
  }

  private void write(Request request, String what) {
    var reply = send(request);
    if (!LOOK_AGAIN.contains(reply.code())) {
      var _ = required(reply, what);
    }
  }

  private Api.Response send(Request request) {
    try {
      return api.send(request);
    } catch (Api.Unreachable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Json.Obj required(Api.Response reply, String what) {
    if (!reply.isSuccess()) {
      throw new IllegalArgumentException(
          "%s was refused: %s".formatted(what, object(reply).text("message")));
    }
    return object(reply);
  }

  private static Json.Obj object(Api.Response reply) {
    try {
      return JsonBytes.readObject(reply.body());
    } catch (IOException _) {
      return Json.of("message", Json.of("the answer is not JSON: " + reply.text()));
    }
  }
}
