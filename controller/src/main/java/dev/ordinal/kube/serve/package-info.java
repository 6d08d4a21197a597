/// The port for probes and scrapes: health, metrics, and who may read them.
package dev.ordinal.kube.serve;
