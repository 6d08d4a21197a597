package dev.ordinal.bench.peers;

import dev.ordinal.rig.ControlPlane;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.nio.file.Path;

/// One controller on a control plane of its own, with an empty store and without client limits.
final class Contender implements AutoCloseable {
  private static final String[] LIFTED = {
    "--rest-config-qps=1000", "--rest-config-burst=2000", "--statefulset-workers=5"
  };

  private final Peer peer;
  private final Rig rig;
  private final ControlPlane plane;
  private final Path log;
  private AutoCloseable process = () -> {};
  private long pid;

  private Contender(Peer peer, Rig rig, ControlPlane plane, Path log) {
    this.peer = peer;
    this.rig = rig;
    this.plane = plane;
    this.log = log;
  }

  static Contender start(Peer peer, Path log) {
    var rig = peer == Peer.KRUISE ? Rig.startBare() : Rig.start(line -> {});
    if (!(rig.plane() instanceof ControlPlane plane)) {
      throw new IllegalStateException("the benchmark needs the real control plane");
    }
    plane.runNativeControllerApart();
    var contender = new Contender(peer, rig, plane, log);
    contender.launch();
    return contender;
  }

  private void launch() {
    switch (peer) {
      case NATIVE -> pid = plane.pid("statefulset-controller");
      case KRUISE -> {
        var kruise = Kruise.install(rig, LIFTED);
        process = kruise;
        pid = kruise.pid();
      }
      case ORDINAL -> {
        var ours = ControllerProcess.start(log, "--kubeconfig=" + plane.kubeconfig(User.ORDINAL));
        process = ours::stop;
        pid = ours.pid();
      }
    }
  }

  Peer peer() {
    return peer;
  }

  Rig rig() {
    return rig;
  }

  /// What the controller and the API server have used so far.
  Usage usage() {
    return Usage.of(pid, plane.pid("kube-apiserver"));
  }

  @Override
  public void close() {
    try {
      process.close();
    } catch (Exception e) {
      throw new IllegalStateException("the controller does not end", e);
    }
    rig.close();
  }
}
