/// Collects actions, holds and notices into a plan, for sets and jobs alike.
package dev.ordinal.plan.build;
