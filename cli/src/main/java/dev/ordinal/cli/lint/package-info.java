/// `ordinal lint`: the rules of the resources, without a cluster.
package dev.ordinal.cli.lint;
