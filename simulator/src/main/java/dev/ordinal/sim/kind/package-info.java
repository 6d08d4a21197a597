/// The resources of the server, and the rules of each: decoding, defaults and validation.
package dev.ordinal.sim.kind;
