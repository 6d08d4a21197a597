package dev.ordinal.rig;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Like [OnCluster], on the real control plane alone; the value says why. Runs on the simulated
/// cluster leave these tests out, and `docs/reference/simulated-cluster.md` lists them all.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("real")
@ExtendWith(ClusterExtension.class)
public @interface OnRealCluster {
  String value();
}
