package dev.ordinal.model;

/// The part of an API object that decisions need; it can be patched and deleted, not written back.
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
