/// The admission webhook: it refuses at `kubectl apply` what the controller would report afterwards
/// ([decision 32](docs/decisions/0032-optional-webhook.md)).
package dev.ordinal.kube.admit;
