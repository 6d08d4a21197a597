/// The part of the Common Expression Language that our resource definitions use. Whatever else an
/// expression says is refused when it is read, not when it is needed.
package dev.ordinal.sim.cel;
