/// Threads and HTTP: the connection to an API server, requests, and reflectors that follow one kind
/// of object each and pass slim records on to the engine.
package dev.ordinal.kube;
