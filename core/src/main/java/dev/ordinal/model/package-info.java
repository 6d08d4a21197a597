/// What was seen: sets, pods, claims and revisions as immutable records. Derived questions only, no
/// decisions, nothing but java.base.
package dev.ordinal.model;
