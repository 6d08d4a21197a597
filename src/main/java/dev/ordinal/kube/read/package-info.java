/// Bytes to records: JSON from an API server, decoded while it is read. No threads, no sockets.
package dev.ordinal.kube.read;
