/// Brings jars of others up to what the JVM can keep in its cache.
package dev.ordinal.ship.modern;
