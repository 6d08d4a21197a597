/// Controllers that every cluster has: garbage collection, namespaces, protection of volumes in
/// use, endpoint slices, disruption budgets and quotas. The caller runs their steps.
package dev.ordinal.sim.control;
