package dev.ordinal.run.ask;

/// What the replies to a resize of a pod mean, and to its dry run.
final class ResizeReply {
  private ResizeReply() {}

  static Outcome checked(String pod, Outcome outcome) {
    var resized = resized(pod, outcome);
    return switch (resized) {
      case Outcome.Done _ -> Outcome.Checked.ACCEPTED;
      case Outcome.Refused(var message) when DryRunReply.isUnsupported(message) ->
          Outcome.Checked.ACCEPTED;
      case Outcome.Unreachable(var message, _) -> new Outcome.Unreachable(message, false);
      case Outcome.Refused _,
          Outcome.Gone _,
          Outcome.Conflict _,
          Outcome.Checked _,
          Outcome.Compared _,
          Outcome.Unfinished _ ->
          resized;
    };
  }

  /// An exceeded quota refuses a new pod as well, so that the old one stays as it is and the resize
  /// is tried again. A server without the resize subresource replies 404, as for a missing pod, in
  /// other words.
  static Outcome resized(String pod, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Refused(var message) when DryRunReply.isQuotaExceeded(message) ->
          new Outcome.Unreachable(message, false);
      case Outcome.Gone(var message) when !message.equals("pods \"%s\" not found".formatted(pod)) ->
          new Outcome.Refused("it knows no pods/resize: " + message);
      case Outcome.Done _,
          Outcome.Refused _,
          Outcome.Gone _,
          Outcome.Conflict _,
          Outcome.Unreachable _,
          Outcome.Checked _,
          Outcome.Compared _,
          Outcome.Unfinished _ ->
          outcome;
    };
  }
}
