/// What users are told of the holds of a plan: which come first, and since when they last.
package dev.ordinal.plan.report;
