/// Native controller, kruise-manager and Ordinal side by side, on a real control plane.
@NullMarked
package dev.ordinal.bench.peers;

import org.jspecify.annotations.NullMarked;
