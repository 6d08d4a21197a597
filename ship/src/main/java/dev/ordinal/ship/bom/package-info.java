/// What ships, told in the forms that scanners and lawyers read.
@org.jspecify.annotations.NullMarked
package dev.ordinal.ship.bom;
