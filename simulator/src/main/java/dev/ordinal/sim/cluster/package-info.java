/// Everything of a simulated cluster that is neither its API server nor our controller: nodes,
/// scheduler, kubelets, volumes, drains and lost nodes, and the faults that one can ask for.
package dev.ordinal.sim.cluster;
