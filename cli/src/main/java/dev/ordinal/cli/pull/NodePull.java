package dev.ordinal.cli.pull;

import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.model.common.PlainText;

/// How far one node has come with an image.
///
/// @param words what it waits for, or why it failed; empty where there is nothing to tell
public record NodePull(String node, State state, String words) {
  public NodePull {
    node = PlainText.of(node);
    words = PlainText.of(words);
  }

  public enum State {
    DONE("done", "✔", Tone.GOOD),
    PULLING("pulling", "◌", Tone.BUSY),
    WAITING("waits", "◷", Tone.WAITING),
    FAILED("failed", "✖", Tone.BAD);

    private final String word;
    private final String icon;
    private final Tone tone;

    State(String word, String icon, Tone tone) {
      this.word = word;
      this.icon = icon;
      this.tone = tone;
    }

    public String word() {
      return word;
    }

    String icon() {
      return icon;
    }

    Tone tone() {
      return tone;
    }
  }
}
