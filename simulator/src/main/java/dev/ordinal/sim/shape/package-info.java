/// The shapes of native kinds: which fields there are, of which type, and how lists merge. Decoding
/// does to an object what a round trip through the API server's Go structs does to it.
package dev.ordinal.sim.shape;
