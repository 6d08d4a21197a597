/// What the controller would say about a set that is not stored yet, for the admission webhook.
package dev.ordinal.run.admit;
