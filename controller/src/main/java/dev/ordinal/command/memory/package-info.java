/// The heap of the controller's JVM: when garbage is collected that the JVM would keep.
@NullMarked
package dev.ordinal.command.memory;

import org.jspecify.annotations.NullMarked;
