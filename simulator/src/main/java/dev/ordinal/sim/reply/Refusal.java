package dev.ordinal.sim.reply;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Same;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A request that the server refuses. It is thrown where the fault is found and becomes the reply;
/// it has no stack trace.
public final class Refusal extends RuntimeException {
  /// Some refusals have empty details, others have none.
  private static final Json.Obj NO_DETAILS = new Json.Obj(new java.util.TreeMap<>());

  private final int code;
  private final String reason;
  private final Json.Obj details;

  private Refusal(int code, String reason, String message, Json.Obj details) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /// The object of the refusal: a resource such as `pods` or a kind such as `Pod`, in a group.
  public record Subject(String group, String kind, String name) {
    String qualified() {
      return group.isEmpty() ? kind : kind + "." + group;
    }

    Json.Obj details() {
      var details = Json.EMPTY;
      if (!name.isEmpty()) {
        details = details.with("name", Json.of(name));
      }
      if (!group.isEmpty()) {
        details = details.with("group", Json.of(group));
      }
      return kind.isEmpty() ? details : details.with("kind", Json.of(kind));
    }

    String named() {
      return qualified() + " \"" + name + "\"";
    }
  }

  public static Refusal notFound(Subject subject) {
    return new Refusal(404, "NotFound", subject.named() + " not found", subject.details());
  }

  /// Not found, with a message of our own.
  public static Refusal absent(String message) {
    return new Refusal(404, "NotFound", message, NO_DETAILS);
  }

  /// Not found, for an unknown path.
  public static Refusal unknownResource() {
    return new Refusal(
        404, "NotFound", "the server could not find the requested resource", Json.EMPTY);
  }

  public static Refusal methodNotAllowed() {
    return new Refusal(
        405,
        "MethodNotAllowed",
        "the server does not allow this method on the requested resource",
        Json.EMPTY);
  }

  public static Refusal alreadyExists(Subject subject, boolean isTerminating) {
    var words = subject.named() + " already exists";
    return new Refusal(
        409,
        "AlreadyExists",
        isTerminating ? "object is being deleted: " + words : words,
        subject.details());
  }

  public static Refusal conflict(Subject subject, String why) {
    return new Refusal(
        409,
        "Conflict",
        "Operation cannot be fulfilled on " + subject.named() + ": " + why,
        subject.details());
  }

  public static Refusal outdated(Subject subject) {
    return conflict(
        subject,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  public static Refusal badRequest(String message) {
    return new Refusal(400, "BadRequest", message, NO_DETAILS);
  }

  public static Refusal forbidden(Subject subject, String why) {
    return new Refusal(
        403, "Forbidden", subject.named() + " is forbidden: " + why, subject.details());
  }

  /// An exceeded resource quota, for tests.
  public static Refusal overQuota(Subject subject, String quota) {
    return forbidden(
        subject, "exceeded quota: " + quota + ", requested: pods=1, used: pods=0, limited: pods=0");
  }

  /// Too many requests: retry after a second.
  public static Refusal tooManyRequests() {
    return new Refusal(
        429,
        "TooManyRequests",
        "Too many requests, please try again later.",
        Json.of("retryAfterSeconds", Json.of(1)));
  }

  /// An eviction that a disruption budget does not allow now.
  public static Refusal overBudget(String why, int retryAfterSeconds) {
    var cause = Json.of("reason", Json.of("DisruptionBudget")).with("message", Json.of(why));
    var details = Json.of("causes", Json.of(List.of(cause)));
    return new Refusal(
        429,
        "TooManyRequests",
        "Cannot evict pod as it would violate the pod's disruption budget.",
        retryAfterSeconds == 0
            ? details
            : details.with("retryAfterSeconds", Json.of(retryAfterSeconds)));
  }

  /// A webhook denies the request.
  public static Refusal denied(String webhook, String why) {
    return new Refusal(
        403,
        "Forbidden",
        "admission webhook \"%s\" denied the request: %s".formatted(webhook, why),
        NO_DETAILS);
  }

  public static Refusal internal(String message) {
    return new Refusal(500, "", message, NO_DETAILS);
  }

  /// A body of a media type that no resource accepts.
  public static Refusal unsupportedMediaType() {
    return new Refusal(415, "UnsupportedMediaType", "415: Unsupported Media Type", Json.EMPTY);
  }

  /// A patch of a type that this resource does not accept.
  public static Refusal unsupportedPatch(List<String> accepted) {
    return new Refusal(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + String.join(", ", accepted),
        NO_DETAILS);
  }

  /// A verb that a subresource does not support.
  public static Refusal unsupportedVerb(String verb, Subject subject) {
    return new Refusal(
        405,
        "MethodNotAllowed",
        verb + " is not supported on resources of kind \"" + subject.qualified() + "\"",
        subject.details());
  }

  /// A patch that does not fit its object.
  public static Refusal patchMisfit() {
    return new Refusal(
        422,
        "Invalid",
        "the server rejected our request due to an error in our request",
        Json.EMPTY);
  }

  public static Refusal expired(String message) {
    return new Refusal(410, "Expired", message, NO_DETAILS);
  }

  /// A resource version in the future.
  public static Refusal ofTheFuture(String asked, long current) {
    var cause =
        Json.of("reason", Json.of("ResourceVersionTooLarge"))
            .with("message", Json.of("Too large resource version"));
    return new Refusal(
        504,
        "Timeout",
        "Timeout: Too large resource version: %s, current: %d".formatted(asked, current),
        Json.of("causes", Json.of(List.of(cause))).with("retryAfterSeconds", Json.of(1)));
  }

  public static Refusal invalid(Subject subject, List<Fault> faults) {
    var listed =
        faults.size() == 1
            ? faults.getFirst().toString()
            : faults.stream().map(Fault::toString).collect(Collectors.joining(", ", "[", "]"));
    var causes = new ArrayList<Json>();
    faults.forEach(fault -> causes.add(fault.cause()));
    return new Refusal(
        422,
        "Invalid",
        subject.named() + " is invalid: " + listed,
        subject.details().with("causes", Json.of(causes)));
  }

  /// The same refusal with a machine-readable cause.
  public Refusal because(String cause, String message, String field) {
    var entry =
        Json.of("reason", Json.of(cause))
            .with("message", Json.of(message))
            .with("field", Json.of(field));
    return new Refusal(code, reason, words(), details.with("causes", Json.of(List.of(entry))));
  }

  public Refusal because(String cause) {
    var entry = Json.of("reason", Json.of(cause));
    return new Refusal(code, reason, words(), details.with("causes", Json.of(List.of(entry))));
  }

  private String words() {
    return String.valueOf(getMessage());
  }

  public Reply reply() {
    return new Reply(code, status(), List.of());
  }

  /// The Status object of the refusal.
  public Json.Obj status() {
    var status =
        Json.of("kind", Json.of("Status"))
            .with("apiVersion", Json.of("v1"))
            .with("metadata", Json.EMPTY)
            .with("status", Json.of("Failure"))
            .with("message", Json.of(words()))
            .with("code", Json.of(code));
    if (!reason.isEmpty()) {
      status = status.with("reason", Json.of(reason));
    }
    return Same.tree(details, NO_DETAILS) ? status : status.with("details", details);
  }
}
