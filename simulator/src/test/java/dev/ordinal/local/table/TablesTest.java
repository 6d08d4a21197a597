package dev.ordinal.local.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Registry;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");

  private static String row(String version, String plural, String yaml) {
    var resource = Registry.natives().require(version, plural);
    var table = new Tables(resource, List.of(), "").of(Yaml.read(yaml), NOW);
    return ((Json.Obj) table.items("rows").getFirst())
        .items("cells").stream().map(Row::plain).collect(Collectors.joining(" | "));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          fresh           | {phase: Pending} | 0/1 Pending 0
          running         | {phase: Running, containerStatuses: [{name: c, ready: true, state: {running: {}}}]} | 1/1 Running 0
          cannot pull     | {phase: Pending, containerStatuses: [{name: c, state: {waiting: {reason: ErrImagePull}}}]} | 0/1 ErrImagePull 0
          crashes         | {phase: Running, containerStatuses: [{name: c, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {finishedAt: '2026-01-01T00:00:30Z'}}}]} | 0/1 CrashLoopBackOff 3 (30s ago)
          exit code       | {phase: Failed, containerStatuses: [{name: c, state: {terminated: {exitCode: 2}}}]} | 0/1 ExitCode:2 0
          evicted         | {phase: Failed, reason: Evicted} | 0/1 Evicted 0
          initialising    | {phase: Pending, initContainerStatuses: [{name: i, state: {running: {}}}]} | 0/1 Init:0/0 0
          """)
  void podsSayHowTheyAre(String why, String status, String cells) {
    var pod =
        "{metadata: {name: p, creationTimestamp: '2026-01-01T00:00:00Z'}, spec: {containers: [{name: c}]}, status: %s}"
            .formatted(status);
    var shown = List.of(row("v1", "pods", pod).split(" \\| ")).subList(1, 4);
    assertThat(String.join(" ", shown)).isEqualTo(cells);
  }

  @Test
  void aPodThatGoesIsTerminating() {
    var pod =
        """
        {metadata: {name: p, creationTimestamp: '2026-01-01T00:00:00Z', deletionTimestamp: '2026-01-01T00:00:30Z'},
         spec: {nodeName: n, containers: [{name: c}], readinessGates: [{conditionType: G}]},
         status: {phase: Running, podIP: 10.0.0.1, conditions: [{type: G, status: 'True'}]}}
        """;
    assertThat(row("v1", "pods", pod))
        .isEqualTo("p | 0/1 | Terminating | 0 | 60s | 10.0.0.1 | n | <none> | 1/1");
  }

  @Test
  void otherKindsLookAsInARealCluster() {
    assertThat(
            row(
                "v1",
                "services",
                "{metadata: {name: s}, spec: {type: ClusterIP, clusterIP: None, ports: [{port: 80, protocol: TCP}], selector: {a: b}}}"))
        .isEqualTo("s | ClusterIP | None | <none> | 80/TCP | <unknown> | a=b");
    assertThat(
            row(
                "v1",
                "nodes",
                "{metadata: {name: n}, spec: {unschedulable: true}, status: {conditions: [{type: Ready, status: 'True'}]}}"))
        .startsWith("n | Ready,SchedulingDisabled | <none> | <unknown> | ");
    assertThat(
            row(
                "apps/v1",
                "controllerrevisions",
                "{metadata: {name: r, ownerReferences: [{apiVersion: apps.kruise.io/v1beta1, kind: StatefulSet, name: web, controller: true}]}, revision: 2}"))
        .isEqualTo("r | statefulset.apps.kruise.io/web | 2 | <unknown>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .a.b                   | 1
          .list[0].n             | x
          .list[*].n             | x,y
          .list[?(@.n=="y")].v   | 2
          .labels['k.l']         | 3
          .labels.k\\.l          | 3
          .nothing.here          | ''
          .a..b                  | ''
          """)
  void pathsOfPrinterColumns(String path, String found) {
    var object = Yaml.read("{a: {b: 1}, list: [{n: x, v: 1}, {n: y, v: 2}], labels: {k.l: 3}}");
    assertThat(
            JsonPath.find(object, path).stream().map(Row::plain).collect(Collectors.joining(",")))
        .isEqualTo(found);
  }
}
