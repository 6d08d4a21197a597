package dev.ordinal.local;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/// A client of a local cluster.
final class LocalClient implements AutoCloseable {
  static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final LocalCluster cluster;

  LocalClient(LocalCluster cluster) {
    this.cluster = cluster;
  }

  Json.Obj get(String path) {
    return json(send(request(path).GET()));
  }

  Json.Obj getTable(String path) {
    return json(send(request(path).header("Accept", TABLE).GET()));
  }

  HttpResponse<byte[]> post(String path, String mediaType, String body) {
    return post(path, mediaType, body.getBytes(StandardCharsets.UTF_8));
  }

  HttpResponse<byte[]> post(String path, String mediaType, byte[] body) {
    return send(
        request(path).header("Content-Type", mediaType).POST(BodyPublishers.ofByteArray(body)));
  }

  Json.Obj create(String path, String body) {
    return json(post(path, "application/json", body));
  }

  HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(cluster.address() + path));
  }

  /// The body of a watch while it runs.
  InputStream open(String path, String accept) {
    try {
      var request = request(path).header("Accept", accept).GET().build();
      return client.send(request, BodyHandlers.ofInputStream()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Json.Obj json(HttpResponse<byte[]> response) {
    try {
      return JsonBytes.readObject(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(
          new String(response.body(), StandardCharsets.UTF_8) + " is no JSON", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
