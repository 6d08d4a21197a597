package dev.ordinal.kube;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import java.util.Optional;
import org.slf4j.spi.LoggingEventBuilder;

/// Adds to a line of the log what it is about, as fields. Text for people has it in its sentence;
/// programs read the fields of `--log-format json`.
final class LogFields {
  private LogFields() {}

  static LoggingEventBuilder of(LoggingEventBuilder line, View subject) {
    return line.addKeyValue("namespace", subject.meta().namespace())
        .addKeyValue(subject instanceof JobView ? "job" : "set", subject.name());
  }

  static LoggingEventBuilder of(LoggingEventBuilder line, Key key) {
    var about = line.addKeyValue("namespace", key.namespace());
    return switch (key) {
      case SetKey set -> about.addKeyValue("set", set.name());
      case Key.Job job -> about.addKeyValue("job", job.name());
    };
  }

  static LoggingEventBuilder of(LoggingEventBuilder line, View subject, Action action) {
    var about = of(line, subject);
    return switch (action) {
      case Action.CreatePod(var pod, var revision, _) ->
          pod(about, subject, pod).addKeyValue("revision", revision);
      case Action.CreatePuller(var pod, _, _) -> pod(about, subject, pod);
      case Action.PatchPod(var pod, _, _) -> pod(about, subject, pod);
      case Action.PatchPodStatus(var pod, _, _) -> pod(about, subject, pod);
      case Action.CheckResize(var pod, _) -> pod(about, subject, pod);
      case Action.ResizePod(var pod, _) -> pod(about, subject, pod);
      case Action.DeletePod(var pod, _, _, _) -> pod(about, subject, pod);
      case Action.CreateClaim(var claim, var pod, _) ->
          pod(about, subject, pod).addKeyValue("claim", claim);
      case Action.GrowClaim(var claim, var pod, _, _) ->
          pod(about, subject, pod).addKeyValue("claim", claim);
      case Action.PatchClaim(var claim, _) -> about.addKeyValue("claim", claim);
      case Action.CheckTemplate(var revision, _, _) -> about.addKeyValue("revision", revision);
      case Action.CompareTemplates(var revision, _, _, _) ->
          about.addKeyValue("revision", revision);
      case Action.CreateRevision(var revision, _) -> about.addKeyValue("revision", revision);
      case Action.PatchRevision(var revision, _, _) -> about.addKeyValue("revision", revision);
      case Action.DeleteRevision(var revision, _) -> about.addKeyValue("revision", revision);
      case Action.ConfirmSet _, Action.CreateJob _, Action.UnlockJob _, Action.DeleteJob _ -> about;
    };
  }

  /// What the set waits for, while it is not ready: the word in the STATUS column.
  static LoggingEventBuilder of(LoggingEventBuilder line, View subject, Plan<?> plan) {
    var about = of(line, subject);
    return waitingFor(plan).map(word -> held(about, subject, plan, word)).orElse(about);
  }

  private static Optional<String> waitingFor(Plan<?> plan) {
    return plan.status() instanceof SetStatus status
        ? status.findCondition("Ready").filter(ready -> !ready.isTrue()).map(Condition::reason)
        : Optional.empty();
  }

  private static LoggingEventBuilder held(
      LoggingEventBuilder line, View subject, Plan<?> plan, String word) {
    var about = line.addKeyValue("hold", word);
    return plan.holds().stream()
        .filter(hold -> hold.reasonName().equals(word))
        .map(Hold::target)
        .filter(target -> Names.ordinal(subject.name(), target) >= 0)
        .findFirst()
        .map(target -> pod(about, subject, target))
        .orElse(about);
  }

  /// Pods of jobs have no ordinal.
  private static LoggingEventBuilder pod(LoggingEventBuilder line, View subject, String pod) {
    var ordinal = subject instanceof JobView ? -1 : Names.ordinal(subject.name(), pod);
    var about = line.addKeyValue("pod", pod);
    return ordinal < 0 ? about : about.addKeyValue("ordinal", ordinal);
  }
}
