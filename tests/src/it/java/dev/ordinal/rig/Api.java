package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.stream.Stream;

/// Plain requests to the API server as one user, JSON in and out. Paths start with `/`.
public final class Api implements AutoCloseable {
  private final HttpClient client;
  private final String server;
  private final String token;

  Api(Plane plane, User user) {
    this.client = plane.client();
    this.server = plane.server();
    this.token = user.token();
  }

  /// The server's reply; the body is a `Status` object when it refused.
  public record Reply(int code, Json.Obj body) {
    public boolean isOk() {
      return code < 300;
    }

    /// 404 or 409: another client was faster, which is common in a cluster.
    boolean isOutrun() {
      return code == 404 || code == 409;
    }
  }

  /// How a PATCH body is to be read.
  public enum Merge {
    STRATEGIC("application/strategic-merge-patch+json"),
    PLAIN("application/merge-patch+json");

    private final String mediaType;

    Merge(String mediaType) {
      this.mediaType = mediaType;
    }
  }

  public Reply fetch(String path) {
    return send(request(path).GET());
  }

  /// The object, or empty when there is none.
  public Optional<Json.Obj> find(String path) {
    var reply = fetch(path);
    if (reply.code() == 404) {
      return Optional.empty();
    }
    return Optional.of(required(reply, path));
  }

  public Reply create(String path, Json.Obj body) {
    return send(request(path).POST(body(body)).header("Content-Type", "application/json"));
  }

  public Reply patch(String path, Merge merge, Json.Obj body) {
    return send(request(path).method("PATCH", body(body)).header("Content-Type", merge.mediaType));
  }

  /// `options` is a `DeleteOptions` object; an empty one asks for the defaults.
  public Reply delete(String path, Json.Obj options) {
    return send(
        request(path).method("DELETE", body(options)).header("Content-Type", "application/json"));
  }

  /// A reply as it was received.
  public record Raw(int code, String text) {}

  /// Any request; an empty media type goes without a body.
  public Raw exchange(String method, String path, String mediaType, String body) {
    var request = request(path);
    if (mediaType.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.method(method, BodyPublishers.ofString(body)).header("Content-Type", mediaType);
    }
    var response = exchange(request);
    return new Raw(response.statusCode(), response.body());
  }

  /// The lines of a watch as they come; ends when the server ends it.
  Stream<String> lines(String path) throws IOException, InterruptedException {
    var response = client.send(request(path).GET().build(), BodyHandlers.ofLines());
    if (response.statusCode() != 200) {
      response.body().close();
      throw new IOException("watch of " + path + " answered " + response.statusCode());
    }
    return response.body();
  }

  public static Json.Obj required(Reply reply, String what) {
    if (!reply.isOk()) {
      throw new IllegalStateException(
          what + " answered " + reply.code() + ": " + reply.body().text("message"));
    }
    return reply.body();
  }

  private Reply send(HttpRequest.Builder request) {
    var response = exchange(request);
    return new Reply(response.statusCode(), JsonSource.readObject(response.body()));
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("the API server does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a request", e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .header("Authorization", "Bearer " + token);
  }

  private static HttpRequest.BodyPublisher body(Json.Obj body) {
    return BodyPublishers.ofString(JsonText.write(body));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
