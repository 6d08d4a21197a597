/// What the planner is given and what it answers: one `Snapshot` of a set in, one `Plan` out. Total
/// and deterministic; no I/O, no clock, no chance, nothing but java.base. Every wait is a `Hold`
/// with its reason. `plan.stage` has the rules.
package dev.ordinal.plan;
