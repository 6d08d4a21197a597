/// Where a pod is in its life, the hooks that hold it there, and how far its update in place is.
package dev.ordinal.model.life;
