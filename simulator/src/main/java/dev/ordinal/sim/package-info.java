/// The simulated cluster: models of the kubelet and the volume binder as pure functions, with `now`
/// as argument. The fake kubelet of the tests and the simulator share them.
package dev.ordinal.sim;
