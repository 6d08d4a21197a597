package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import java.util.Optional;

/// Admits or refuses writes, for simulated quotas and webhooks.
@FunctionalInterface
public interface Admission {
  /// A refusal, or nothing. `object` is the one to be stored or deleted.
  Optional<Refusal> admit(Request request, Json.Obj object);
}
