package dev.ordinal.run;

import dev.ordinal.model.View;
import java.util.List;

/// Where a reader puts what it sees of one kind. Calls come one at a time, in the order of the
/// stream; versions are resourceVersions.
public interface Feed<V extends View> {
  /// Everything there is as of `version`: after a start, and after a watch was lost for too long.
  void listed(List<V> views, long version);

  /// Everything there is after the store was restored from a backup: whatever else is known, of
  /// this kind or another, may never have happened.
  void restored(List<V> views, long version);

  /// Whether there is a list to go on from. If not, as at the start and after another kind has been
  /// restored, the next call has to bring one.
  boolean isListed();

  void changed(V view);

  void deleted(V view);

  /// Nothing up to `version` is missing any more (a bookmark).
  void reached(long version);
}
