/// Replies and refusals of the simulated API server.
package dev.ordinal.sim.reply;
