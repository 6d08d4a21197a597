package dev.ordinal.rig;

import java.util.concurrent.CountDownLatch;

/// `make control-plane`: the real control plane alone, until Ctrl-C.
public final class ControlPlaneMain {
  private ControlPlaneMain() {}

  public static void main(String[] unused) throws InterruptedException {
    System.out.println("Starting a Kubernetes control plane on loopback");
    var rig = Rig.start(line -> System.out.println("  " + line));
    var plane = rig.plane();
    System.out.printf(
        """

        Logs and audit log: %s
        Ctrl-C stops and removes all of it. In another terminal:

          export KUBECONFIG=%s
        """,
        plane.folder(), plane.kubeconfig(User.ADMIN));
    Runtime.getRuntime().addShutdownHook(new Thread(rig::close));
    new CountDownLatch(1).await();
  }
}
