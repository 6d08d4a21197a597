package dev.ordinal.handover;

import dev.ordinal.model.Names;

/// Whose hands a set leaves, and whose it comes into.
public enum Way {
  ADOPT(Way.NATIVE, Names.API_VERSION),
  RELEASE(Names.API_VERSION, Way.NATIVE);

  static final String NATIVE = "apps/v1";

  private final String from;
  private final String to;

  Way(String from, String to) {
    this.from = from;
    this.to = to;
  }

  /// The apiVersion that the set has now.
  public String from() {
    return from;
  }

  public String to() {
    return to;
  }

  /// The command's name, as it is on the note too.
  public String verb() {
    return switch (this) {
      case ADOPT -> "adopt";
      case RELEASE -> "release";
    };
  }

  /// The ConfigMap that keeps what is needed to go on after a crash.
  public String noteName(String set) {
    return "ordinal-" + verb() + "-" + set;
  }
}
