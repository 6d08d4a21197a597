/// Objects as the tables that `kubectl get` prints.
package dev.ordinal.local.table;
