/// Plans as text.
package dev.ordinal.plan.draw;
