/// Scripts that complete the command line in a shell, made from the commands themselves.
package dev.ordinal.cli.completion;
