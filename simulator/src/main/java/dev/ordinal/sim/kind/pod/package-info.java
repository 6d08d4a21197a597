/// Pods: defaults, validation, allowed changes, and deletion.
package dev.ordinal.sim.kind.pod;
