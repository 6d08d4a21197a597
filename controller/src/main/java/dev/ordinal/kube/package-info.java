/// Threads and HTTP: the connection to an API server, requests, and readers that follow one kind
/// of object each and put what they see into the engine as slim records.
package dev.ordinal.kube;
