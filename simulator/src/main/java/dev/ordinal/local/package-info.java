/// The simulated cluster in real time, for `kubectl` and other clients.
package dev.ordinal.local;
