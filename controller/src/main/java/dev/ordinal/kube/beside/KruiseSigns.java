package dev.ordinal.kube.beside;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.run.beside.KruisePresence.Signs;
import dev.ordinal.run.lead.Lease;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Reads the traces that kruise-manager leaves in a cluster, under the names of its own manifests.
public final class KruiseSigns {
  private static final String HOME = "kruise-system";
  private static final String LEASE = "kruise-manager";
  private static final String WEBHOOK = "kruise-mutating-webhook-configuration";
  private static final int NOT_FOUND = 404;

  private final Api api;

  public KruiseSigns(Api api) {
    this.api = api;
  }

  /// The permissions do not suffice.
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String sentence) {
      super(sentence);
    }
  }

  public Signs read() throws Unreachable, Refused {
    var lease = find("/apis/coordination.k8s.io/v1/namespaces/" + HOME + "/leases/" + LEASE);
    var webhook =
        find("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/" + WEBHOOK);
    return new Signs(lease.map(Lease::read), webhook.filter(KruiseSigns::isForSets).isPresent());
  }

  private Optional<Json.Obj> find(String path) throws Unreachable, Refused {
    var reply = api.send(Request.get(path));
    if (reply.code() == NOT_FOUND) {
      return Optional.empty();
    }
    try {
      var object = JsonBytes.readObject(reply.body());
      if (reply.isSuccess()) {
        return Optional.of(object);
      }
      // 401 is a token that has run out: the next one is read, and then there is an answer.
      if (reply.code() == 403) {
        throw new Refused(object.text("message"));
      }
    } catch (IOException _) {
      // No answer either.
    }
    throw new Unreachable(path + " was answered with " + reply.code(), true);
  }

  private static boolean isForSets(Json.Obj configuration) {
    return configuration.items("webhooks").stream()
        .flatMap(webhook -> ((Json.Obj) webhook).items("rules").stream())
        .map(Json.Obj.class::cast)
        .anyMatch(
            rule ->
                rule.items("apiGroups").contains(Json.of(Names.GROUP))
                    && rule.items("resources").contains(Json.of("statefulsets")));
  }

  /// An event about its Lease. It only informs, and may be lost.
  void post(String sentence) {
    var time = Json.of(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    var lease =
        Json.of("apiVersion", Json.of("coordination.k8s.io/v1"))
            .with("kind", Json.of("Lease"))
            .with("namespace", Json.of(HOME))
            .with("name", Json.of(LEASE));
    var event =
        Json.of("metadata", Json.of("generateName", Json.of(LEASE + ".")))
            .with("involvedObject", lease)
            .with("reason", Json.of("KruiseStillRuns"))
            .with("message", Json.of(sentence))
            .with("type", Json.of("Warning"))
            .with("source", Json.of("component", Json.of("ordinal")))
            .with("reportingComponent", Json.of("ordinal"))
            .with("firstTimestamp", time)
            .with("lastTimestamp", time)
            .with("count", Json.of(1));
    try {
      var _ =
          api.send(Request.post("/api/v1/namespaces/" + HOME + "/events", JsonText.write(event)));
    } catch (Unreachable _) {
      // It only informs.
    }
  }
}
