/// Custom resources: the schema of a definition, and what the API server does with it: prune,
/// default, validate.
package dev.ordinal.sim.crd;
