/// Custom resources: the schema of a definition, with pruning, defaults and validation as in the
/// API server.
package dev.ordinal.sim.crd;
