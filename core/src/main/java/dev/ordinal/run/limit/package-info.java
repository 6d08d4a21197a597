/// Limits on requests and events, and their order.
package dev.ordinal.run.limit;
