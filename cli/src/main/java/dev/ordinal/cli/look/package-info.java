/// Commands that show: sets, what they wait for, and their history. One command for each file.
package dev.ordinal.cli.look;
