/// What is asked of the API server, request by request, and what its answers mean. No sockets here.
package dev.ordinal.run.ask;
