package dev.ordinal.cli.change;

import dev.ordinal.cli.option.OutputOptions.Form;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;

/// What is printed of a change. It is never cut: users agree to it.
record ChangeText(Screen screen, Form form, SetKey key, ChangeRequest change) {

  /// What has become of a change.
  enum Ending {
    DONE,
    NOT_NEEDED,
    DRY_RUN,
    REFUSED;

    private String words(SetKey key, boolean isPull) {
      return switch (this) {
        case DONE ->
            (isPull
                    ? "Done. `ordinal pull %s -n %s` shows it."
                    : "Done. `ordinal get %s -n %s -w` shows it.")
                .formatted(key.name(), key.namespace());
        case NOT_NEEDED -> "";
        case DRY_RUN -> "Nothing was changed (--dry-run).";
        case REFUSED -> "Nothing was changed.";
      };
    }
  }

  /// Before the question.
  void show() {
    if (isForPeople()) {
      print("", key + ": " + change.words());
      change.effect().forEach(line -> print("  ", line));
      screen.out().flush();
    }
  }

  void ended(Ending ending) {
    switch (form) {
      case TABLE, WIDE ->
          screen.raw(
              ending == Ending.NOT_NEEDED
                  ? plain(change.words())
                  : ending.words(key, change.isCreation()));
      case JSON, YAML -> screen.value(form, value(ending));
      case NAME -> screen.raw("statefulset.%s/%s".formatted(Names.GROUP, key.name()));
    }
  }

  private boolean isForPeople() {
    return form == Form.TABLE || form == Form.WIDE;
  }

  private void print(String indent, String text) {
    screen.wrapped(indent, text, Tone.PLAIN).forEach(screen.out()::println);
  }

  private String plain(String text) {
    return screen.paint(Tone.PLAIN, text);
  }

  private Json.Obj value(Ending ending) {
    return Json.of("namespace", Json.of(key.namespace()))
        .with("name", Json.of(key.name()))
        .with("change", Json.of(change.words()))
        .with("effect", Json.of(change.effect().stream().map(Json::of).toList()))
        .with("isChanged", Json.of(ending == Ending.DONE));
  }
}
