package dev.ordinal.kube.lead;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// An API server with one Lease, where everything else is empty and nothing ever happens.
final class LeaseStore implements Api {
  private static final byte[] EMPTY_LIST =
      "{\"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}".getBytes(UTF_8);

  private final BlockingQueue<String> holders = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> others = new LinkedBlockingQueue<>();
  private Optional<Json.Obj> spec = Optional.empty();
  private int version;
  private volatile boolean isForbidden;

  /// From now on the Lease may be neither read nor written.
  void forbid() {
    isForbidden = true;
  }

  /// The next holder that is written, which must come, after as many renewals as there are.
  String nextHolder(String last) throws InterruptedException {
    var holder = holders.poll(20, TimeUnit.SECONDS);
    while (last.equals(holder)) {
      holder = holders.poll(20, TimeUnit.SECONDS);
    }
    return String.valueOf(holder);
  }

  /// Returns when there is a further request that begins like this, such as `GET /api/v1/pods`.
  void await(String request) throws InterruptedException {
    var found = others.poll(20, TimeUnit.SECONDS);
    while (found != null && !found.startsWith(request)) {
      found = others.poll(20, TimeUnit.SECONDS);
    }
    assertThat(found).as(request).isNotNull();
  }

  synchronized String holder() {
    return spec.map(found -> found.text("holderIdentity")).orElse("");
  }

  @Override
  public Response send(Request request) {
    if (request.path().contains("/leases")) {
      return isForbidden ? response(403, Json.of("message", Json.of("no"))) : lease(request);
    }
    others.add(request.toString());
    return response(200, Json.EMPTY);
  }

  private synchronized Response lease(Request request) {
    if (request.method().equals("GET")) {
      return spec.isEmpty() ? response(404, Json.EMPTY) : response(200, stored());
    }
    var body = body(request);
    var based = body.object("metadata").text("resourceVersion");
    if (!based.isEmpty() && !based.equals(Integer.toString(version))) {
      return response(409, Json.EMPTY);
    }
    version++;
    spec = Optional.of(body.object("spec"));
    holders.add(holder());
    return response(200, stored());
  }

  private Json.Obj stored() {
    var metadata = Json.of("resourceVersion", Json.of(Integer.toString(version)));
    return Json.of("metadata", metadata).with("spec", spec.orElseThrow());
  }

  private static Json.Obj body(Request request) {
    try {
      return JsonBytes.readObject(request.body().getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Response response(int code, Json.Obj body) {
    return new Response(code, JsonText.write(body).getBytes(UTF_8), Optional.empty());
  }

  @Override
  public Stream open(Request request, Duration idleTimeout) {
    if (request.path().contains("watch=")) {
      return new Stream(200, "", Optional.empty(), new Silence());
    }
    others.add(request.toString());
    return new Stream(200, "", Optional.empty(), new ByteArrayInputStream(EMPTY_LIST));
  }

  /// A watch without events.
  private static final class Silence extends InputStream {
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public int read() throws IOException {
      try {
        closed.await();
        return -1;
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return read();
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Override
  public Peer peer() {
    return new Peer("server", "none");
  }
}
