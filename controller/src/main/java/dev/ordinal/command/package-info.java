/// The `controller` command, which is also a program of its own, and what all commands share.
package dev.ordinal.command;
