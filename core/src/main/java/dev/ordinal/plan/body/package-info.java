/// The objects we create and compare, as JSON: pods, claims, revisions and their owners.
package dev.ordinal.plan.body;
