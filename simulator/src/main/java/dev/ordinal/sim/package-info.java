/// The simulated cluster: models of what runs beside the controller, pure, with `now` as argument.
/// The fake kubelet of the tests and the simulator share them.
package dev.ordinal.sim;
