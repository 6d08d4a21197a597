/// The observed objects: sets, pods, claims and revisions as immutable records. They answer
/// questions and make no decisions; they depend on java.base alone.
package dev.ordinal.model;
