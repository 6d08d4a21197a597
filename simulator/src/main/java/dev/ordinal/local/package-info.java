/// The simulated cluster in real time, for `kubectl` and every other client.
package dev.ordinal.local;
