package dev.ordinal.model;

/// Something seen at the API server, slim: it can be asked, patched and deleted, never put back.
public sealed interface View
    permits SetView, PodView, ClaimView, RevisionView, ClassView, JobView, NodeView {
  Meta meta();

  default String name() {
    return meta().name();
  }

  default String uid() {
    return meta().uid();
  }
}
