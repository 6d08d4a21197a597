/// Brings jars of others up to what the JVM can keep in its cache.
@org.jspecify.annotations.NullMarked
package dev.ordinal.ship.modern;
