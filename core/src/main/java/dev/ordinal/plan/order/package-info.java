/// Which ordinals a set wants, which pods it has, and which comes next.
package dev.ordinal.plan.order;
