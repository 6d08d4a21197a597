/// Everything of a simulated cluster except its API server and our controller: nodes, scheduler,
/// kubelets, volumes, drains and lost nodes, and faults on demand.
package dev.ordinal.sim.cluster;
