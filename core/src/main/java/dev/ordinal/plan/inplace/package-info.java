/// Changing a running pod instead of replacing it: which differences qualify, and what is left to
/// do on each pod.
package dev.ordinal.plan.inplace;
