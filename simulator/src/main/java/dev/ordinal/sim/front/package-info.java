/// HTTP for the simulated API server: paths, queries, media types.
package dev.ordinal.sim.front;
