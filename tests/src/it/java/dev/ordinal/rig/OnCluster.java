package dev.ordinal.rig;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// The test class takes a [Cluster] as a parameter: a fresh namespace in the one cluster of this
/// run, which is the real control plane or the simulated one, see [ClusterKind].
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("cluster")
@ExtendWith(ClusterExtension.class)
public @interface OnCluster {}
