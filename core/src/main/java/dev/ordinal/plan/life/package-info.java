/// How a pod is, and the life of a pod with hooks: which state follows which, as one table.
package dev.ordinal.plan.life;
