package dev.ordinal.sim;

import java.time.Instant;
import java.util.Optional;

/// The state of a container on its node.
///
/// ```
/// Coming ──► Running ──► Waiting (CrashLoopBackOff) ──► Running …
///    └─────► Waiting (ErrImagePull ⇄ ImagePullBackOff, InvalidImageName)
/// ```
///
/// A changed image leads back to Coming from any state, the end of the pod to Ended.
sealed interface RunState {
  /// Its image is being pulled and its container created; both are done at `due`.
  record Coming(Instant due) implements RunState {}

  record Running(Instant since) implements RunState {}

  /// It cannot run now, and is retried at `due`, if at all.
  record Waiting(String reason, String message, Optional<Instant> due, int attempts)
      implements RunState {}

  record Ended(Instant at, int exitCode) implements RunState {}
}
