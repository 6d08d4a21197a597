/// A whole cluster with our controller in virtual time: one thread, one seed, and the same run each
/// time.
package dev.ordinal.sim.virtual;
