/// A small HTTP/1.1 server on virtual threads that notices when a client disconnects.
package dev.ordinal.local.http;
