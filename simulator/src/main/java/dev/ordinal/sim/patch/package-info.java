/// The four ways to change an object without sending all of it. What a patch does not touch stays
/// the very same tree, so that later stages need not look at it.
package dev.ordinal.sim.patch;
