package dev.ordinal.run;

import dev.ordinal.model.View;
import java.util.List;

/// Receives the objects of one kind from a reflector. Calls come one at a time, in the order of the
/// stream; versions are resourceVersions.
public interface Feed<V extends View> {
  /// All objects as of `version`: after a start, and after a watch was lost for too long.
  void listed(List<V> views, long version);

  /// All objects after the API server's store was restored from a backup: what is known from
  /// before, of this kind or another, may never have happened.
  void restored(List<V> views, long version);

  /// Whether a list has been received. If not, as at the start and after another kind was restored,
  /// the next call has to bring one.
  boolean isListed();

  /// Counts how often everything known was forgotten.
  default long epoch() {
    return 0;
  }

  /// Takes a list that was begun in `epoch`. False if everything was forgotten since then: the list
  /// may be older than the reason for that, and is not taken.
  default boolean listed(List<V> views, long version, long epoch) {
    listed(views, version);
    return true;
  }

  void changed(V view);

  void deleted(V view);

  /// The watch has shown everything up to `version` (a bookmark).
  void reached(long version);
}
