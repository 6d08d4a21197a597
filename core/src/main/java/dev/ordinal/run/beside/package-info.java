/// Whether kruise-manager runs in the same cluster: two controllers for one set would fight.
package dev.ordinal.run.beside;
