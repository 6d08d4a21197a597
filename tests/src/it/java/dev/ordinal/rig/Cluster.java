package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A test class's own namespace in the shared control plane, and what a test does there.
public final class Cluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Rig rig;
  private final String namespace;
  private final Kubectl kubectl;

  Cluster(Rig rig, String namespace) {
    this.rig = rig;
    this.namespace = namespace;
    this.kubectl = rig.kubectl(User.ADMIN, namespace);
  }

  public String namespace() {
    return namespace;
  }

  /// Standard output; fails the test when kubectl fails.
  public String kubectl(String... arguments) {
    return kubectl.require("", List.of(arguments));
  }

  public String kubectlWith(String input, String... arguments) {
    return kubectl.require(input, List.of(arguments));
  }

  /// Standard error of a command that must fail.
  public String refused(String... arguments) {
    return kubectl.refused("", List.of(arguments));
  }

  public String apply(String yaml) {
    return kubectlWith(yaml, "apply", "-f", "-");
  }

  /// The API server's message for a manifest that it must refuse.
  public String refusedApply(String yaml) {
    return kubectl.refused(yaml, List.of("apply", "-f", "-"));
  }

  /// An object of this namespace: `find("api/v1", "pods", "web-0")`.
  public Optional<Json.Obj> find(String version, String resource, String name) {
    return rig.api().find(path(version, resource) + "/" + name);
  }

  public Optional<Json.Obj> findPod(String name) {
    return find("api/v1", "pods", name);
  }

  /// The pod, which must exist.
  public Json.Obj pod(String name) {
    return findPod(name).orElseThrow(() -> new AssertionError("no pod " + name));
  }

  public boolean isReady(String pod) {
    return findPod(pod).filter(found -> isTrue(found, "Ready")).isPresent();
  }

  /// All objects of one kind in this namespace.
  public List<Json.Obj> list(String version, String resource) {
    var path = path(version, resource);
    return Api.required(rig.api().fetch(path), path).items("items").stream()
        .map(Json.Obj.class::cast)
        .toList();
  }

  public static boolean isTrue(Json.Obj object, String condition) {
    return object.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(
            each -> each.text("type").equals(condition) && each.text("status").equals("True"));
  }

  public void await(String description, BooleanSupplier condition) {
    await(description, PATIENCE, condition);
  }

  /// On failure the message shows what the namespace looked like.
  public void await(String description, Duration limit, BooleanSupplier condition) {
    try {
      Await.until(description, limit, condition);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + scene(), e);
    }
  }

  private String scene() {
    var objects = kubectl.run("", List.of("get", "pods,pvc,statefulsets.apps", "-o", "wide"));
    var events = kubectl.run("", List.of("get", "events", "--sort-by=.lastTimestamp"));
    return objects.out() + events.out();
  }

  /// Requests in this namespace so far.
  public Audit audit() {
    return Audit.read(rig.plane().auditLog(), namespace).in(namespace);
  }

  public Path kubeconfig(User user) {
    return rig.plane().kubeconfig(user);
  }

  /// Raw requests as the administrator.
  public Api api() {
    return rig.api();
  }

  public Rig rig() {
    return rig;
  }

  private String path(String version, String resource) {
    return "/%s/namespaces/%s/%s".formatted(version, namespace, resource);
  }

  /// Does not wait until the namespace is empty: the whole control plane ends soon.
  @Override
  public void close() {
    kubectl("delete", "namespace", namespace, "--wait=false");
  }
}
