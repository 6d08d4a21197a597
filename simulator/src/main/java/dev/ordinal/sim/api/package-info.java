/// The simulated API server: a store of objects with the semantics that controllers and kubectl
/// rely on. Single-threaded, in memory, without a clock or random numbers of its own.
package dev.ordinal.sim.api;
