/// Which ordinals a set wants, and which pod comes next.
package dev.ordinal.plan.order;
