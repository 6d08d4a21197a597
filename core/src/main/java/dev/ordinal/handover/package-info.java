/// How a running set changes hands between the native controller and ours: what that would do, and
/// the next step, decided from what is there. Nothing is written here.
package dev.ordinal.handover;
