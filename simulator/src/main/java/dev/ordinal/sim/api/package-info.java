/// The simulated API server: a store of objects with the semantics that controllers and kubectl
/// rely on. One thread, in memory, no clock and no chance of its own.
package dev.ordinal.sim.api;
