/// The image pulls of a set, node by node.
package dev.ordinal.cli.pull;
