/// The one thread of the simulated cluster in real time, and the clock that it follows.
package dev.ordinal.local.loop;
