package dev.ordinal.sim.api;

import dev.ordinal.model.Json;
import dev.ordinal.sim.reply.Refusal;
import java.util.Optional;

/// A judge of writes, for those who simulate quotas and webhooks.
@FunctionalInterface
public interface Admission {
  /// A refusal, or nothing. `object` is what would be stored, or what would be deleted.
  Optional<Refusal> judge(Request request, Json.Obj object);
}
