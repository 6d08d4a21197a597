/// The resources that the server knows, and what is particular to each: how it is read, prepared
/// and checked.
package dev.ordinal.sim.kind;
