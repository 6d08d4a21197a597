package dev.ordinal.kube.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Asks the API server whose token a scrape carries, and whether that user may get `/metrics`.
public final class TokenGate {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final String ACCESS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  private static final String BEARER = "bearer ";
  private static final Duration EXPIRY = Duration.ofSeconds(30);
  private static final int MOST_KEPT = 100;
  private static final int MOST_AT_ONCE = 4;
  private static final int LONGEST_TOKEN = 16_384;

  private final Api api;
  private final Semaphore reviews = new Semaphore(MOST_AT_ONCE);

  /// By the hash of the token: the tokens themselves are not kept.
  private final Map<String, Kept> kept = new LinkedHashMap<>();

  private record Kept(Decision decision, Instant until) {}

  /// What a request with this token gets.
  public enum Decision {
    ALLOWED(200),
    /// There is no token, or none that the API server knows.
    UNAUTHENTICATED(401),
    /// The user lacks the permission.
    FORBIDDEN(403),
    /// The API server cannot be asked now, or the controller may not ask it.
    UNKNOWN(503);

    private final int code;

    Decision(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  public TokenGate(Api api) {
    this.api = api;
  }

  /// `authorization` is the header of the request.
  public Decision decide(Optional<String> authorization, Instant now) {
    var token =
        authorization
            .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(header -> header.substring(BEARER.length()).strip())
            .filter(found -> !found.isEmpty() && found.length() <= LONGEST_TOKEN);
    return token.map(found -> decide(found, now)).orElse(Decision.UNAUTHENTICATED);
  }

  private Decision decide(String token, Instant now) {
    var hash = hash(token);
    var known = find(hash, now);
    if (known.isPresent()) {
      return known.get();
    }
    if (!reviews.tryAcquire()) {
      return Decision.UNKNOWN;
    }
    try {
      var decision = review(token);
      keep(hash, decision, now);
      return decision;
    } catch (Unreachable | IOException _) {
      return Decision.UNKNOWN;
    } finally {
      reviews.release();
    }
  }

  private synchronized Optional<Decision> find(String hash, Instant now) {
    kept.values().removeIf(each -> !each.until().isAfter(now));
    return Optional.ofNullable(kept.get(hash)).map(Kept::decision);
  }

  private synchronized void keep(String hash, Decision decision, Instant now) {
    if (decision != Decision.UNKNOWN) {
      if (kept.size() >= MOST_KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
      kept.put(hash, new Kept(decision, now.plus(EXPIRY)));
    }
  }

  private Decision review(String token) throws Unreachable, IOException {
    var body =
        Json.of("apiVersion", Json.of("authentication.k8s.io/v1"))
            .with("kind", Json.of("TokenReview"))
            .with("spec", Json.of("token", Json.of(token)));
    var review = post(REVIEWS, body);
    if (review.isEmpty()) {
      return Decision.UNKNOWN;
    }
    var status = review.get().object("status");
    return isTrue(status, "authenticated")
        ? access(status.object("user"))
        : Decision.UNAUTHENTICATED;
  }

  private Decision access(Json.Obj user) throws Unreachable, IOException {
    var spec =
        Json.of("user", Json.of(user.text("username")))
            .with("uid", Json.of(user.text("uid")))
            .with("groups", user.find("groups").orElse(Json.of(List.of())))
            .with("extra", user.object("extra"))
            .with(
                "nonResourceAttributes",
                Json.of("path", Json.of("/metrics")).with("verb", Json.of("get")));
    var body =
        Json.of("apiVersion", Json.of("authorization.k8s.io/v1"))
            .with("kind", Json.of("SubjectAccessReview"))
            .with("spec", spec);
    return post(ACCESS, body)
        .map(review -> isTrue(review.object("status"), "allowed"))
        .map(isAllowed -> isAllowed ? Decision.ALLOWED : Decision.FORBIDDEN)
        .orElse(Decision.UNKNOWN);
  }

  private Optional<Json.Obj> post(String path, Json.Obj body) throws Unreachable, IOException {
    var reply = api.send(Request.post(path, JsonText.write(body)));
    return reply.isSuccess() ? Optional.of(JsonBytes.readObject(reply.body())) : Optional.empty();
  }

  private static boolean isTrue(Json.Obj object, String field) {
    return object.find(field).equals(Optional.of(Json.of(true)));
  }

  private static String hash(String token) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
