package dev.ordinal.view.live;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads lists of objects, and keeps what could not be read and why: a user with rights in one
/// namespace gets a bundle too.
public final class ClusterReader {
  private static final int PAGE = 500;

  private final Api api;
  private final Optional<String> namespace;
  private final List<String> unread = new ArrayList<>();

  /// @param namespace the only one to read; empty for all
  public ClusterReader(Api api, Optional<String> namespace) {
    this.api = api;
    this.namespace = namespace;
  }

  /// What could not be read, one line each.
  public List<String> unread() {
    return List.copyOf(unread);
  }

  /// All objects of a kind; none, with a line in [#unread], when they cannot be read.
  ///
  /// @param group such as `/api/v1`
  public Optional<List<Json.Obj>> inNamespace(String group, String resource) {
    return inNamespace(group, resource, _ -> true);
  }

  /// Those that are meant: the others are forgotten page by page.
  public Optional<List<Json.Obj>> inNamespace(
      String group, String resource, Predicate<Json.Obj> isMeant) {
    var place = namespace.map(name -> "/namespaces/" + name).orElse("");
    return list(group + place + "/" + resource, resource, isMeant);
  }

  /// The same for a kind without namespaces.
  public Optional<List<Json.Obj>> inCluster(String group, String resource) {
    return list(group + "/" + resource, resource, _ -> true);
  }

  /// One object, by its path.
  public Optional<Json.Obj> one(String path) {
    return read(path, path);
  }

  private Optional<List<Json.Obj>> list(String path, String resource, Predicate<Json.Obj> isMeant) {
    var found = new ArrayList<Json.Obj>();
    var next = "";
    do {
      var page = read(path + "?limit=" + PAGE + next, resource);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      page.get().items("items").stream()
          .map(Json.Obj.class::cast)
          .filter(isMeant)
          .forEach(found::add);
      var token = page.get().object("metadata").text("continue");
      next = token.isEmpty() ? "" : "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    } while (!next.isEmpty());
    return Optional.of(found);
  }

  private Optional<Json.Obj> read(String path, String what) {
    try {
      var reply = api.send(Api.Request.get(path));
      if (reply.isSuccess()) {
        return Optional.of(JsonBytes.readObject(reply.body()));
      }
      unread.add("%s: %s (%d)".formatted(what, message(reply), reply.code()));
    } catch (Api.Unreachable e) {
      unread.add(what + ": " + e.getMessage());
    } catch (IOException e) {
      unread.add(what + ": the answer is not JSON");
    }
    return Optional.empty();
  }

  private static String message(Api.Response reply) throws IOException {
    return JsonBytes.readObject(reply.body()).text("message");
  }
}
