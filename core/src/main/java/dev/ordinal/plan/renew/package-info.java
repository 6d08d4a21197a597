/// The update of a pod where it runs, as one table: what is observed of the pod, and what follows.
package dev.ordinal.plan.renew;
