/// Leader election over HTTP: the Lease, the thread that renews it, and the fence that keeps a
/// controller that does not lead from writing.
package dev.ordinal.kube.lead;
