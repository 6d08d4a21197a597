/// The command line: one command per file.
package dev.ordinal.cli;
