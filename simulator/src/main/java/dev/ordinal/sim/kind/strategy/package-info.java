/// What every kind has to answer, and the rules of metadata, labels and owners that all share.
package dev.ordinal.sim.kind.strategy;
