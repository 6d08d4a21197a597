package dev.ordinal.rig;

import dev.ordinal.local.KubeconfigPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// `make up`: a real control plane with nodes and our controller, until Ctrl-C.
public final class UpMain {
  private UpMain() {}

  public static void main(String[] unused) throws InterruptedException, IOException {
    var paint = Paint.forTerminal();
    System.out.println(paint.bold("Ordinal on a real Kubernetes control plane, on loopback"));
    var rig = Rig.start(line -> System.out.println(paint.green("  ✔ ") + line));
    var plane = rig.plane();
    var controller =
        ControllerProcess.startHere(
            plane.folder(), List.of("--kubeconfig=" + plane.kubeconfig(User.ORDINAL)));
    Runtime.getRuntime().addShutdownHook(new Thread(controller::stop));
    System.out.println(paint.green("  ✔ ") + "nodes and controller");
    System.out.printf(
        """

        In another terminal:

          %s
          %s
          %s
          %s

        Ctrl-C stops and removes all of it. Below, the controller at work:

        """,
        paint.bold("export " + environment(plane)),
        paint.bold("kubectl apply -f examples/web.yaml"),
        paint.bold("kubectl get asts,pods,pvc"),
        paint.bold("kubectl scale asts web --replicas=5"));
    new CountDownLatch(1).await();
  }

  /// For users without kubectl: the one that was built with the control plane.
  private static String environment(Plane plane) throws IOException {
    var kubeconfig = "KUBECONFIG=" + stable(plane.kubeconfig(User.ADMIN));
    var hasKubectl =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
    return hasKubectl ? kubeconfig : kubeconfig + " PATH=" + plane.kubectl().getParent() + ":$PATH";
  }

  /// A copy at the same place each time, unless another control plane has it.
  private static Path stable(Path kubeconfig) throws IOException {
    var place = KubeconfigPlace.take("up-real").map(KubeconfigPlace::file);
    return place.isEmpty()
        ? kubeconfig
        : Files.copy(kubeconfig, place.get(), StandardCopyOption.REPLACE_EXISTING);
  }
}
