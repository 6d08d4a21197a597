/// The engine between deciding and doing: what was seen, what we wrote ourselves, whose turn it is.
/// No threads, sockets or clock of its own, so that the simulator drives the same code.
package dev.ordinal.run;
