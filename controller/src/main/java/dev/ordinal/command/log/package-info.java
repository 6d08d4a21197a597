/// The log of the controller: its form, and its level, which can change while it runs.
package dev.ordinal.command.log;
