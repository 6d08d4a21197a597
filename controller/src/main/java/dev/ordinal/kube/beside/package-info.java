/// Looks whether kruise-manager runs, and keeps the controller from acting while it does.
package dev.ordinal.kube.beside;
