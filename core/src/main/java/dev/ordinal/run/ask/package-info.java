/// Requests to the API server as data, and the meaning of their replies. No sockets here.
package dev.ordinal.run.ask;
