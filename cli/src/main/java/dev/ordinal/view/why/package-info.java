/// Why pods wait: each wait in words, from the pod down to the first cause.
package dev.ordinal.view.why;
