/// The part of the Common Expression Language that rules of custom resources commonly use. Other
/// expressions are refused when they are parsed, not when they are evaluated.
package dev.ordinal.sim.cel;
