/// What commands share: groups of options, and the terminal.
package dev.ordinal.cli.option;
