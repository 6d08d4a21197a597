/// Where the program begins.
package dev.ordinal.app;
