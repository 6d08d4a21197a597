package dev.ordinal.sim.virtual;

import dev.ordinal.model.JobView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One request of a controller, with what it was decided on: the set or job as it was seen, and the
/// moment up to which everything had been heard; when it was sent, and `skew`: how far its clock is
/// off.
public record RequestRecord(
    String by,
    Optional<View> subject,
    Optional<Action> action,
    Call call,
    Instant asOf,
    Instant sentAt,
    Duration skew) {

  /// What a request is decided on, and the age of the oldest news in it.
  public record Look(Optional<View> seen, Instant asOf) {}

  /// The set that it is about.
  public Optional<SetView> seen() {
    return subject.map(view -> view instanceof SetView set ? set : null);
  }

  /// The job that it is about.
  public Optional<JobView> job() {
    return subject.map(view -> view instanceof JobView job ? job : null);
  }

  /// Hears of every request, just before it takes effect and after.
  public interface Witness {
    void asking(RequestRecord sent);

    void asked(RequestRecord sent, Outcome outcome);

    void note(String by, String words);
  }
}
