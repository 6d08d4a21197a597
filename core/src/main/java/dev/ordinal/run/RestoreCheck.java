package dev.ordinal.run;

import java.time.Duration;

/// Tells whether the API server's store was restored from a backup, by its versions: a list without
/// a version is read from the store itself, so it is never older than what was read before, unless
/// the store went back. Two answers in a row have to say so, some seconds apart: what would be
/// thrown away after one wrong answer is the memory of our own writes.
public final class RestoreCheck {
  /// How long a server that looks as if it were behind has to catch up.
  public static final Duration SECOND_LOOK = Duration.ofSeconds(5);

  private long newest = -1;
  private long suspected = -1;

  /// What a list means.
  public enum Finding {
    /// As new as what is known, or newer.
    CURRENT,
    /// Older than what is known: to be read again after a while before anything is concluded.
    BEHIND,
    /// Older again: what is known is of a history that did not happen.
    RESTORED
  }

  /// The server has shown this version.
  public void saw(long version) {
    newest = Math.max(newest, version);
    suspected = -1;
  }

  /// Whether the store is older than what is known. A list has to follow.
  public boolean isBehind(long version) {
    if (version < newest) {
      suspected = version;
    }
    return version < newest;
  }

  /// Takes the version of a list.
  public Finding judge(long version) {
    if (version >= newest) {
      saw(version);
      return Finding.CURRENT;
    }
    // A store that was restored goes forward from there; one that is seen to go back once more is
    // to be asked again.
    if (suspected >= 0 && version >= suspected) {
      startOver();
      saw(version);
      return Finding.RESTORED;
    }
    suspected = version;
    return Finding.BEHIND;
  }

  /// Nothing that was seen counts any more.
  public void startOver() {
    newest = -1;
    suspected = -1;
  }
}
