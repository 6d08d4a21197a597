/// Pods: defaults, checks, what of them may change, and how they end.
package dev.ordinal.sim.kind.pod;
