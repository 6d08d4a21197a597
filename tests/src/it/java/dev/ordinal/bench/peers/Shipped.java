package dev.ordinal.bench.peers;

import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Plane;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The controller as its image has it: the same runtime, flags, jars and cache, and the API server
/// found as a pod finds it. `make bench` puts its files together.
record Shipped(Path home) {
  /// Flags that a measurement tries besides those that ship, such as another size of the heap.
  private static final List<String> MORE =
      List.of(System.getProperty("shipped.flags", "").split(" ")).stream()
          .filter(flag -> !flag.isEmpty())
          .toList();

  static Shipped find() {
    var home = Path.of(System.getProperty("shipped", "target/shipped/opt/ordinal"));
    if (!Files.exists(home.resolve("ordinal-controller.aot"))) {
      throw new IllegalStateException(
          "There is no controller in %s: `make bench` builds it.".formatted(home));
    }
    return new Shipped(home.toAbsolutePath());
  }

  /// One of these alone manages the cluster, so that it needs no election.
  ControllerProcess start(Plane plane, Path folder, Path collections) {
    var command = new ArrayList<String>();
    command.add(home.resolve("jre/bin/java").toString());
    command.add("@" + home.resolve("jvm.options"));
    command.add("-XX:AOTCache=" + home.resolve("ordinal-controller.aot"));
    // A JVM that could not use the cache would end at once.
    command.add("-XX:AOTMode=on");
    command.add(JvmVitals.flag(collections));
    command.addAll(MORE);
    command.addAll(List.of("-jar", home.resolve("ordinal-controller.jar").toString()));
    command.addAll(List.of("--leader-elect=false", "--metrics-bind-address=127.0.0.1:0"));
    return ControllerProcess.startCommand(
        folder.resolve("ordinal.log"), environment(plane, folder), command);
  }

  /// What a pod has, at other places.
  private static Map<String, String> environment(Plane plane, Path folder) {
    var server = URI.create(plane.server());
    var token = folder.resolve("token");
    try {
      Files.writeString(token, User.ORDINAL.token());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.of(
        "KUBECONFIG", "",
        "HOME", folder.toString(),
        "KUBERNETES_SERVICE_HOST", server.getHost(),
        "KUBERNETES_SERVICE_PORT", Integer.toString(server.getPort()),
        "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN", token.toString(),
        "KUBERNETES_CERTS_CA_FILE", plane.folder().resolve("apiserver.crt").toString());
  }
}
