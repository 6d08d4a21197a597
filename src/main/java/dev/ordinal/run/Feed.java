package dev.ordinal.run;

import dev.ordinal.model.View;
import java.util.List;

/// Where a reader puts what it sees of one kind. Calls come one at a time, in the order of the
/// stream; versions are resourceVersions.
public interface Feed<V extends View> {
  /// Everything there is as of `version`: after a start, and after a watch was lost for too long.
  void listed(List<V> views, long version);

  void changed(V view);

  void deleted(V view);

  /// Nothing up to `version` is missing any more (a bookmark).
  void reached(long version);
}
