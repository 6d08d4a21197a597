package dev.ordinal.model;

import dev.ordinal.model.pull.JobSpec;
import dev.ordinal.model.pull.JobStatus;
import java.util.List;

/// One ImagePullJob. `faults` are mistakes in its spec that no schema can refuse; a job with faults
/// is reported, and pulls nothing.
public record JobView(Meta meta, JobSpec spec, JobStatus status, List<String> faults)
    implements View {
  public JobView {
    faults = List.copyOf(faults);
  }

  public Key.Job key() {
    return new Key.Job(meta.namespace(), meta.name());
  }
}
