/// Follows the objects of one kind: lists them, watches them, and passes slim records on.
package dev.ordinal.kube.watch;
