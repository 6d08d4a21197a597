package dev.ordinal.diff;

import java.util.List;
import java.util.function.Consumer;

/// Something users do to a set. `script` is played once by each half.
record Scenario(String name, SetForm form, Consumer<Play> script) {
  /// The same with both policies; the form is an ordered one.
  static List<Scenario> both(String name, SetForm form, Consumer<Play> script) {
    return List.of(
        new Scenario(name + "-ordered", form, script),
        new Scenario(name + "-parallel", form.parallel(), script));
  }
}
