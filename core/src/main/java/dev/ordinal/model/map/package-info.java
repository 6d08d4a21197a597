/// A small, sorted, immutable map.
package dev.ordinal.model.map;
