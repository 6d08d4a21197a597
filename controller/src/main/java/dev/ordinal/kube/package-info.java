/// The threads around the engine: readers that feed it, workers that send its requests, and events.
package dev.ordinal.kube;
