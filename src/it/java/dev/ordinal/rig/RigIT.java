package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The rig proves itself before anything is proven on it.
@OnRealCluster
class RigIT {
  @Test
  void auditLogTellsUsersApart(Cluster cluster) {
    cluster.kubectl("create", "configmap", "note");

    assertThat(cluster.audit().by(User.ADMIN).writes().of("configmaps").entries())
        .extracting(Audit.Entry::toString)
        .containsExactly("create configmaps note 201");
    assertThat(cluster.audit().by(User.ORDINAL).entries()).isEmpty();
  }
}
