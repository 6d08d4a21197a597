/// The simulated API server as HTTP sees it: paths, queries, media types.
package dev.ordinal.sim.front;
