/// What runs while an AOT cache is made: a cluster to talk to, and a rollout to carry out.
@org.jspecify.annotations.NullMarked
package dev.ordinal.ship.train;
