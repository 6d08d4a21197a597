package dev.ordinal.kube.admit;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.metrics.WebhookMetrics;
import dev.ordinal.kube.serve.TlsPair;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate that this process makes for itself, and its place in the `caBundle` of the
/// ValidatingWebhookConfiguration. The key never leaves the process.
public final class OwnCertificate implements Supplier<TlsPair>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final String PATH =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/";
  private static final Duration LONGEST_NOTICE = Duration.ofSeconds(10);

  private final Api api;
  private final String name;
  private final Rotation rotation;
  private final Duration pause;
  private final WebhookMetrics metrics;
  private final InstantSource clock = InstantSource.system();
  private final CountDownLatch stop = new CountDownLatch(1);
  private String trouble = "";

  /// @param name of the ValidatingWebhookConfiguration
  public OwnCertificate(Api api, String name, Duration life, WebhookMetrics metrics) {
    var sixth = life.dividedBy(6);
    var notice = sixth.compareTo(LONGEST_NOTICE) < 0 ? sixth : LONGEST_NOTICE;
    this.api = api;
    this.name = name;
    this.rotation = new Rotation(life, notice, clock.instant());
    this.pause = notice.dividedBy(4);
    this.metrics = metrics;
  }

  public void start() {
    Thread.ofVirtual().name("webhook-certificate").start(this::run);
  }

  @Override
  public TlsPair get() {
    return rotation.shown();
  }

  /// Whether API servers trust what is shown, so that requests may come.
  public boolean isTrusted() {
    return rotation.isTrusted();
  }

  /// The configuration is read often, because its bundle is lost when it is replaced by a manifest.
  private void run() {
    try {
      do {
        tell(attempt());
      } while (!stop.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A bug of ours must not end the renewal: the certificate would run out unnoticed.
  private String attempt() {
    try {
      return step();
    } catch (RuntimeException e) {
      LOG.error("the certificate of the webhook could not be renewed; trying again", e);
      return "cannot be renewed: " + e;
    }
  }

  /// What is wrong, if anything.
  private String step() {
    try {
      var response = api.send(Request.get(PATH + name));
      if (!response.isSuccess()) {
        return "cannot be read: " + words(response);
      }
      return publish(JsonBytes.readObject(response.body()));
    } catch (Unreachable | IOException e) {
      return "cannot be read or changed: " + e.getMessage();
    }
  }

  private String publish(Json.Obj configuration) throws Unreachable, IOException {
    var now = clock.instant();
    var called = names(configuration);
    if (called.isEmpty()) {
      return "has no webhook with a service or an url";
    }
    var wanted = rotation.wanted(called, now);
    var patches = patches(configuration, wanted, now);
    if (!patches.isEmpty()) {
      var version = configuration.object("metadata").text("resourceVersion");
      var body =
          Json.of("metadata", Json.of("resourceVersion", Json.of(version)))
              .with("webhooks", Json.of(patches));
      var response = api.send(Request.strategicPatch(PATH + name, JsonText.write(body)));
      if (response.code() == 409) {
        // Another replica was faster: the next look starts from what it wrote.
        return "";
      }
      if (!response.isSuccess()) {
        return "cannot be changed: " + words(response);
      }
    }
    if (rotation.published(clock.instant())) {
      LOG.info("the webhook has a new certificate for {}, until {}", called, rotation.expiry());
      metrics.certified(rotation.expiry());
    }
    return "";
  }

  private static List<Json.Obj> patches(
      Json.Obj configuration, List<X509Certificate> wanted, Instant now) {
    var found = new ArrayList<Json.Obj>();
    for (var each : configuration.items("webhooks")) {
      var webhook = (Json.Obj) each;
      var bundle = TrustBundle.parse(webhook.object("clientConfig").text("caBundle"));
      if (!wanted.stream().allMatch(bundle::has)) {
        for (var certificate : wanted) {
          bundle = bundle.with(certificate, now);
        }
        found.add(
            Json.of("name", Json.of(webhook.text("name")))
                .with("clientConfig", Json.of("caBundle", Json.of(bundle.text()))));
      }
    }
    return found;
  }

  /// The names by which API servers call the webhooks of this configuration.
  static SortedSet<String> names(Json.Obj configuration) {
    var names = new TreeSet<String>();
    for (var each : configuration.items("webhooks")) {
      var client = ((Json.Obj) each).object("clientConfig");
      var service = client.object("service");
      if (!service.equals(Json.EMPTY)) {
        names.add(service.text("name") + "." + service.text("namespace") + ".svc");
      } else if (!client.text("url").isEmpty()) {
        names.add(URI.create(client.text("url")).getHost().replaceAll("[\\[\\]]", ""));
      }
    }
    return names;
  }

  private static String words(Api.Response response) {
    try {
      return JsonBytes.readObject(response.body()).text("message");
    } catch (IOException _) {
      return "the API server answered " + response.code();
    }
  }

  /// Once for each trouble.
  private void tell(String found) {
    if (!found.equals(trouble) && !found.isEmpty()) {
      LOG.warn("the ValidatingWebhookConfiguration {} {}", name, found);
    }
    trouble = found;
  }

  @Override
  public void close() {
    stop.countDown();
  }
}
