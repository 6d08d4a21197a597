/// What the simulated API server answers, and how it refuses.
package dev.ordinal.sim.reply;
