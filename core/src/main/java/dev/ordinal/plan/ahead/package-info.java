/// Which images a set has pulled ahead of its rollout, and how it asks for that.
package dev.ordinal.plan.ahead;
