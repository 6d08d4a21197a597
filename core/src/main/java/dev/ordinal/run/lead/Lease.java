package dev.ordinal.run.lead;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The Lease that the leader holds, as the API server stores it. Its times are those of another
/// machine's clock: they are shown to people and never compared with ours.
///
/// @param holder the identity of the leader; empty after a hand-over
/// @param duration how long it is valid without a renewal
/// @param acquired when the holder acquired it, as written
/// @param transitions how often the holder has changed
/// @param version the resourceVersion
public record Lease(
    String holder, Duration duration, String acquired, long transitions, String version) {
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /// Any client may write a Lease, so no field is taken for granted.
  public static Lease read(Json.Obj object) {
    var spec = object.object("spec");
    return new Lease(
        spec.text("holderIdentity"),
        Duration.ofSeconds(number(spec, "leaseDurationSeconds")),
        spec.text("acquireTime"),
        number(spec, "leaseTransitions"),
        object.object("metadata").text("resourceVersion"));
  }

  private static long number(Json.Obj spec, String name) {
    var found = spec.find(name).orElse(Json.of(0));
    return found instanceof Json.Num(var literal) && literal.matches("\\d{1,9}")
        ? Long.parseLong(literal)
        : 0;
  }

  /// A new holder at this time. Where the holder stays, so does the time of its acquisition.
  Lease heldBy(String identity, Duration time, Instant now) {
    var isSame = identity.equals(holder);
    return new Lease(
        identity,
        time,
        isSame && !acquired.isEmpty() ? acquired : MICRO_TIME.format(now),
        isSame ? transitions : transitions + 1,
        version);
  }

  /// Held by no one: the next controller need not wait.
  Lease released() {
    return new Lease("", Duration.ofSeconds(1), acquired, transitions, version);
  }

  /// The first holder.
  static Lease first(String identity, Duration time, Instant now) {
    return new Lease(identity, time, MICRO_TIME.format(now), 0, "");
  }

  /// The patch that stores it, unless another client has written since it was read.
  Json.Obj patch(Instant now) {
    var spec =
        Json.of("holderIdentity", Json.of(holder))
            .with("leaseDurationSeconds", Json.of(Math.max(1, duration.toSeconds())))
            .with("acquireTime", Json.of(acquired))
            .with("renewTime", Json.of(MICRO_TIME.format(now)))
            .with("leaseTransitions", Json.of(transitions));
    return version.isEmpty()
        ? Json.of("spec", spec)
        : Json.of("metadata", Json.of("resourceVersion", Json.of(version))).with("spec", spec);
  }
}
