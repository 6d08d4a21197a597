/// The shapes of native kinds: their fields, with types, and how lists merge. Decoding has the same
/// effect on an object as a round trip through the API server's Go structs.
package dev.ordinal.sim.shape;
