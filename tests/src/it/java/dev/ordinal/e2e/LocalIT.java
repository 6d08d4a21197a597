package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Binaries;
import dev.ordinal.rig.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// `ordinal up` as a newcomer meets it: the command, and then the real kubectl.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalIT {
  @TempDir private static Path folder;

  private Process process;
  private Kubectl kubectl;

  @BeforeAll
  void start() throws IOException {
    process = up();
    kubectl = new Kubectl(Binaries.folder().resolve("kubectl"), kubeconfig(), "default");
  }

  private static Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  private static ProcessBuilder command(String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.ordinal.app.Main"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static Process up() throws IOException {
    var process =
        command("up", "--kubeconfig=" + kubeconfig(), "--data=" + folder.resolve("data")).start();
    var lines = reader(process);
    var said = new ArrayList<String>();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      said.add(line);
      if (line.contains("Ctrl-C")) {
        // The controller goes on telling what it does, and must not find the pipe full.
        Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
        assertThat(said).noneMatch(each -> each.contains("\u001b"));
        return process;
      }
    }
    throw new AssertionError("ordinal up ended: " + said);
  }

  @AfterAll
  void stop() {
    process.destroyForcibly();
  }

  private String kubectl(String... arguments) {
    return kubectl.require("", List.of(arguments));
  }

  @Test
  void aNewcomerDeploysScalesAndLooks() {
    assertThat(kubectl("apply", "-f", "examples/web.yaml"))
        .isEqualTo("service/nginx created\nstatefulset.apps.kruise.io/web created\n");
    kubectl("wait", "--for=condition=Ready", "asts/web", "--timeout=120s");
    assertThat(kubectl("get", "asts", "web"))
        .matches(
            "NAME +DESIRED +CURRENT +UPDATED +READY +AGE +AVAILABLE +STATUS\nweb +3 +3 +3 +3 +\\S+ +3 +Ready\n");
    assertThat(kubectl("get", "pods", "-o", "wide")).contains("NOMINATED NODE").contains("web-2");

    assertThat(kubectl("scale", "asts", "web", "--replicas=1"))
        .isEqualTo("statefulset.apps.kruise.io/web scaled\n");
    kubectl("wait", "--for=delete", "pod/web-1", "--timeout=120s");
    assertThat(kubectl("get", "pods", "-o", "name")).isEqualTo("pod/web-0\n");
    assertThat(kubectl("describe", "asts", "web")).contains("SuccessfulCreate");
    assertThat(kubectl("events", "--for=asts/web")).contains("SuccessfulCreate");
    assertThat(kubectl.refused("", List.of("logs", "web-0")))
        .contains("containers are simulated: nothing runs in pod web-0");
    assertThat(kubectl.refused("", List.of("exec", "web-0", "--", "ls")))
        .contains("containers are simulated: nothing runs in pod web-0");
    assertThat(kubectl.refused("", List.of("rollout", "status", "asts/web")))
        .contains("no kind \"StatefulSet\" is registered");
    kubectl("delete", "-f", "examples/web.yaml", "--timeout=120s");
  }

  @Test
  void theCommandsThatWriteWork() {
    assertThat(kubectl("create", "namespace", "typed")).isEqualTo("namespace/typed created\n");
    assertThat(kubectl("-n", "typed", "create", "configmap", "a", "--from-literal=x=1"))
        .isEqualTo("configmap/a created\n");
    kubectl("-n", "typed", "label", "cm", "a", "l=m");
    kubectl("-n", "typed", "annotate", "cm", "a", "n=o");
    kubectl("-n", "typed", "patch", "cm", "a", "-p", "{\"data\": {\"s\": \"2\"}}");
    kubectl("-n", "typed", "patch", "cm", "a", "--type=merge", "-p", "{\"data\": {\"m\": \"3\"}}");
    kubectl(
        "-n",
        "typed",
        "patch",
        "cm",
        "a",
        "--type=json",
        "-p",
        "[{\"op\": \"remove\", \"path\": \"/data/x\"}]");
    assertThat(kubectl("-n", "typed", "get", "cm", "-l", "l=m", "-o", "jsonpath={.items[0].data}"))
        .isEqualTo("{\"m\":\"3\",\"s\":\"2\"}");
    var text = "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: l}}";
    var apply = List.of("-n", "typed", "apply", "--server-side", "-f", "-");
    assertThat(kubectl.require(text, apply)).isEqualTo("configmap/b serverside-applied\n");
    assertThat(kubectl("auth", "can-i", "create", "pods")).isEqualTo("yes\n");
    kubectl("delete", "namespace", "typed", "--timeout=120s");
    assertThat(kubectl.refused("", List.of("get", "namespace", "typed"))).contains("NotFound");
  }

  @Test
  void explainKnowsOurFields() {
    assertThat(kubectl("explain", "asts.spec.updateStrategy"))
        .contains("FIELD: updateStrategy")
        .contains("rollingUpdate");
    assertThat(kubectl("api-resources", "--api-group=apps.kruise.io")).contains("asts");
  }

  @Test
  void kindThatIsNotServedIsNamed() {
    var text = "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web}}";
    assertThat(kubectl.refused(text, List.of("apply", "-f", "-")))
        .contains("no matches for kind \"Ingress\" in version \"networking.k8s.io/v1\"");
  }

  @Test
  void kindThatNothingActsOnIsStoredWithAWarning() {
    var text = Realm.manifest("native", 1, "").replace("apps.kruise.io/v1beta1", "apps/v1");
    assertThat(kubectl.require(text, List.of("apply", "-f", "-")))
        .isEqualTo("statefulset.apps/native created\n");
    kubectl("create", "deployment", "idle", "--image=app:1");
    kubectl("create", "job", "once", "--image=app:1");
    kubectl("create", "cronjob", "often", "--image=app:1", "--schedule=* * * * *");
    kubectl("create", "role", "reader", "--verb=get", "--resource=pods");
    kubectl("create", "rolebinding", "reader", "--role=reader", "--user=someone");
    kubectl("create", "clusterrole", "lister", "--verb=list", "--resource=nodes");
    kubectl("create", "clusterrolebinding", "lister", "--clusterrole=lister", "--user=someone");
    var scaler =
        "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: idle}, spec:"
            + " {maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: idle}}}";
    kubectl.require(scaler, List.of("apply", "-f", "-"));
    assertThat(kubectl("get", "sts,deploy,job,cj,hpa,role,rolebinding", "-o", "name").lines())
        .containsExactlyInAnyOrder(
            "statefulset.apps/native",
            "deployment.apps/idle",
            "job.batch/once",
            "cronjob.batch/often",
            "horizontalpodautoscaler.autoscaling/idle",
            "role.rbac.authorization.k8s.io/reader",
            "rolebinding.rbac.authorization.k8s.io/reader");
    kubectl("delete", "sts,deploy,job,cj,hpa,role,rolebinding", "--all", "--timeout=120s");
  }

  @Test
  void podThatDebugsANodeHasItsVolume() {
    kubectl("debug", "node/node-0", "--image=busybox", "--attach=false");
    assertThat(kubectl("get", "pods", "-o", "jsonpath={.items[*].spec.volumes[*].hostPath.path}"))
        .isEqualTo("/");
    kubectl("delete", "pods", "--all", "--timeout=120s");
  }

  @Test
  void whoLeavesTheTourGetsNoAdvice() throws IOException, InterruptedException {
    var tour = command("up", "--demo").start();
    var lines = reader(tour);
    for (var line = lines.readLine(); !line.startsWith("1. Deploy"); line = lines.readLine()) {
      assertThat(line).isNotNull();
    }
    // The process would close its streams, its handle does not.
    tour.toHandle().destroy();
    assertThat(lines.lines()).noneMatch(line -> line.contains("Your turn"));
    assertThat(tour.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(tour.exitValue()).isZero();
  }

  @Test
  void itEndsQuietlyAndRemembers() throws IOException, InterruptedException {
    kubectl("create", "configmap", "memory", "--from-literal=x=1");
    var uid = kubectl("get", "configmap", "memory", "-o", "jsonpath={.metadata.uid}");

    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    process = up();

    assertThat(kubectl("get", "configmap", "memory", "-o", "jsonpath={.metadata.uid}"))
        .isEqualTo(uid);
  }
}
