/// A small HTTP/1.1 server on virtual threads that notices when a client has gone.
package dev.ordinal.local.http;
