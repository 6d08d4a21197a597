/// Decides: one `Snapshot` of a set in, one `Plan` out. Total and deterministic; no I/O, no clock,
/// no chance, nothing but java.base. Every wait is a `Hold` with its reason.
package dev.ordinal.plan;
