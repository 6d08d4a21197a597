/// Whether what an event, a pod or a turn costs grows with the cluster: `make bench-growth`.
@NullMarked
package dev.ordinal.bench.growth;

import org.jspecify.annotations.NullMarked;
