/// A whole cluster with our controller in virtual time: one thread, one seed, the same story each
/// time.
package dev.ordinal.sim.virtual;
