/// What the kinds have in common: how they select others, and what their reports can be asked.
package dev.ordinal.model.common;
