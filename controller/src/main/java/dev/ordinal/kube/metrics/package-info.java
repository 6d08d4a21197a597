/// What the controller counts and measures, in the form of Prometheus.
package dev.ordinal.kube.metrics;
