/// Controllers that a cluster is nothing without: garbage collection, the life of namespaces,
/// protection of volumes in use, endpoint slices, disruption budgets and quotas. Each works in
/// steps that the caller takes.
package dev.ordinal.sim.control;
