package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MetaParserTest {

  @Test
  void everyPartIsRead() {
    var metadata =
        Yaml.read(
            """
            namespace: shop
            name: web-0
            uid: u-1
            resourceVersion: "9007199254740993"
            generation: 3
            labels: {app: web}
            annotations: {note: hi}
            finalizers: [example.com/wait]
            creationTimestamp: "2026-01-02T03:04:05Z"
            deletionTimestamp: "2026-01-02T05:04:06+01:00"
            ownerReferences:
            - {apiVersion: apps.kruise.io/v1beta1, kind: StatefulSet, name: web, uid: u-0, controller: true}
            - {apiVersion: v1, kind: Pod, name: other, uid: u-2}
            """);

    assertThat(MetaParser.parse(metadata))
        .isEqualTo(
            new Meta(
                "shop",
                "web-0",
                "u-1",
                9007199254740993L,
                3,
                new TreeMap<>(Map.of("app", "web")),
                new TreeMap<>(Map.of("note", "hi")),
                List.of(
                    new Meta.Owner("apps.kruise.io/v1beta1", "StatefulSet", "web", "u-0", true),
                    new Meta.Owner("v1", "Pod", "other", "u-2", false)),
                List.of("example.com/wait"),
                Instant.parse("2026-01-02T03:04:05Z"),
                Optional.of(Instant.parse("2026-01-02T04:04:06Z"))));
  }

  @Test
  void oddPartsAreAbsent() {
    var metadata =
        Yaml.read(
            """
            name: 5
            resourceVersion: abc
            generation: 99999999999999999999
            labels: {app: 5}
            annotations: []
            finalizers: [7]
            creationTimestamp: yesterday
            deletionTimestamp: null
            ownerReferences: [3]
            """);

    assertThat(MetaParser.parse(metadata))
        .isEqualTo(
            new Meta(
                "",
                "",
                "",
                0,
                0,
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(new Meta.Owner("", "", "", "", false)),
                List.of(),
                Instant.EPOCH,
                Optional.empty()));
  }
}
