/// Reads sets from a live cluster, through the controller's own readers, and follows them.
package dev.ordinal.view.live;
