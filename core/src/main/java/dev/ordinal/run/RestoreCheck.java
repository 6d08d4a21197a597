package dev.ordinal.run;

import java.time.Duration;

/// Detects by resourceVersions that the API server's store was restored from a backup: a list
/// without a version is read from the store itself, so that it is never older than an earlier one
/// unless the store went back. Two lists in a row, some seconds apart, have to show it, because a
/// false alarm would discard the memory of our own writes.
public final class RestoreCheck {
  /// How long a server that seems to be behind has to catch up.
  public static final Duration SECOND_LOOK = Duration.ofSeconds(5);

  private long newest = -1;
  private long suspected = -1;

  /// What the version of a list means.
  public enum Finding {
    /// As new as the newest known version, or newer.
    CURRENT,
    /// Older than the newest known version: to be read again before anything is concluded.
    BEHIND,
    /// Older again: the known objects belong to a history that did not happen.
    RESTORED
  }

  /// The server has shown this version.
  public void saw(long version) {
    newest = Math.max(newest, version);
    suspected = -1;
  }

  /// Whether the store is older than the newest known version. A list has to follow.
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
    // A restored store goes forward from there; one that goes back once more is read again.
    if (suspected >= 0 && version >= suspected) {
      startOver();
      saw(version);
      return Finding.RESTORED;
    }
    suspected = version;
    return Finding.BEHIND;
  }

  /// Forgets all versions.
  public void startOver() {
    newest = -1;
    suspected = -1;
  }
}
