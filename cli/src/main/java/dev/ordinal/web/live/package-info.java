/// The cluster as it is now, shared by all viewers of one user.
package dev.ordinal.web.live;
