/// Commands that change a set, one for each file. Each shows the change first and asks.
package dev.ordinal.cli.change;
