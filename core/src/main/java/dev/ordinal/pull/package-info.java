/// Decides for jobs that pull images what `plan` decides for sets: a snapshot goes in, a plan comes
/// out. There is no agent on the nodes: an ordinary pod on each of them makes its kubelet pull.
package dev.ordinal.pull;
