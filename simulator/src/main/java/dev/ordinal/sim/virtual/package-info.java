/// A whole cluster with our controller in virtual time: one thread, and the same run for the same
/// seed.
package dev.ordinal.sim.virtual;
