/// The four kinds of patch. Parts that a patch does not touch stay the same tree, so that later
/// steps can skip them.
package dev.ordinal.sim.patch;
