package dev.ordinal.cli.tour;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Sends requests to the cluster over HTTP, so that the tour works without kubectl.
final class TourClient implements AutoCloseable {
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final Duration MOMENT = Duration.ofMillis(50);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String server;

  TourClient(String server) {
    this.server = server;
  }

  /// The cluster refused a request; the message says why.
  static final class Refused extends RuntimeException {
    Refused(String message) {
      super(message);
    }
  }

  Json.Obj get(String path) {
    return send(request(path).GET());
  }

  Json.Obj getTable(String path) {
    return send(request(path).setHeader("Accept", TABLE).GET());
  }

  Json.Obj create(String path, Json.Obj object) {
    return send(write(path, "application/json", "POST", object));
  }

  Json.Obj patch(String path, String mediaType, Json patch) {
    return send(write(path, mediaType, "PATCH", patch));
  }

  private HttpRequest.Builder write(String path, String mediaType, String method, Json body) {
    return request(path)
        .header("Content-Type", mediaType)
        .method(method, BodyPublishers.ofByteArray(JsonBytes.write(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).header("Accept", "application/json");
  }

  private Json.Obj send(HttpRequest.Builder request) {
    try {
      var reply = client.send(request.build(), BodyHandlers.ofByteArray());
      var body = JsonBytes.readObject(reply.body());
      if (reply.statusCode() >= 300) {
        throw new Refused(body.text("message"));
      }
      return body;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new Stopped(e);
    }
  }

  /// The user has ended the tour.
  static final class Stopped extends RuntimeException {
    Stopped(InterruptedException cause) {
      super(cause);
    }
  }

  /// Reports each change, as a table of one row, until `isEnough`; checks that also between
  /// changes, because the awaited state may be that of another object.
  void watch(String path, Consumer<Json.Obj> tell, BooleanSupplier isEnough) {
    var request = request(path).setHeader("Accept", TABLE).GET().build();
    var events = new LinkedBlockingQueue<Json.Obj>();
    try (var body = client.send(request, BodyHandlers.ofInputStream()).body()) {
      Thread.ofVirtual().start(() -> read(body, events));
      // Events from before that moment may still arrive.
      for (var isOver = false; !isOver; ) {
        isOver = isEnough.getAsBoolean();
        for (var event = events.poll(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
            event != null;
            event = events.poll()) {
          tell.accept(event.object("object"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new Stopped(e);
    }
  }

  private static void read(InputStream body, Queue<Json.Obj> events) {
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        events.add(JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException _) {
      // The watch was closed on purpose.
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
