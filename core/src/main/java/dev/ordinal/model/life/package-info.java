/// The lifecycle state of a pod, the hooks that hold it, and the progress of its in-place update.
package dev.ordinal.model.life;
