package dev.ordinal.sim.virtual;

import dev.ordinal.model.JobView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One request of a controller, with its basis: the set or job as it was seen, and the moment up to
/// which all changes had been delivered; when it was sent, and `skew`: the error of the
/// controller's clock.
public record RequestRecord(
    String by,
    Optional<View> subject,
    ApiRequest request,
    Instant asOf,
    Instant sentAt,
    Duration skew) {

  /// The basis of a request, and the age of its oldest information.
  public record Basis(Optional<View> seen, Instant asOf) {}

  /// The action that it carries out, if it is made for one.
  public Optional<Action> action() {
    return request.action();
  }

  /// The set that it is about.
  public Optional<SetView> seen() {
    return subject.map(view -> view instanceof SetView set ? set : null);
  }

  /// The job that it is about.
  public Optional<JobView> job() {
    return subject.map(view -> view instanceof JobView job ? job : null);
  }

  /// Observes every request, just before it takes effect and after.
  public interface Listener {
    void sending(RequestRecord sent);

    void replied(RequestRecord sent, Outcome outcome);

    void note(String by, String words);
  }
}
