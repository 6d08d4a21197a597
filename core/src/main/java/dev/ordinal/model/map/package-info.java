/// A map that is small, sorted and never changes.
package dev.ordinal.model.map;
