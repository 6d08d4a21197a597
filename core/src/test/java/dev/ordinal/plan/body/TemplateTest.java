package dev.ordinal.plan.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What makes two templates the same, and what does not.
class TemplateTest {
  /// As kruise-manager 1.8.3 stored it for the manifest below.
  private static final String BY_KRUISE =
      """
      metadata: {creationTimestamp: null, labels: {app: web}}
      spec:
        containers:
        - name: main
          image: nginx:1.27
          imagePullPolicy: Always
          ports: [{containerPort: 80, protocol: TCP}]
          env:
          - {name: NODE, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: spec.nodeName}}}
          - name: EMPTY
          livenessProbe:
            httpGet: {path: /, port: 80, scheme: HTTP}
            failureThreshold: 3
            periodSeconds: 10
            successThreshold: 1
            timeoutSeconds: 1
          resources: {limits: {cpu: 500m, memory: 1Gi}}
          terminationMessagePath: /dev/termination-log
          terminationMessagePolicy: File
          volumeMounts: [{mountPath: /etc/app, name: config}, {mountPath: /tmp, name: tmp}]
        initContainers:
        - name: init
          image: busybox:1
          imagePullPolicy: IfNotPresent
          resources: {}
          terminationMessagePath: /dev/termination-log
          terminationMessagePolicy: File
        dnsPolicy: ClusterFirst
        restartPolicy: Always
        schedulerName: default-scheduler
        securityContext: {}
        serviceAccount: app
        serviceAccountName: app
        terminationGracePeriodSeconds: 30
        volumes:
        - {name: config, configMap: {defaultMode: 420, name: app}}
        - {name: tmp, emptyDir: {}}
      """;

  private static final String AS_WRITTEN =
      """
      metadata: {labels: {app: web}}
      spec:
        hostNetwork: false
        serviceAccountName: app
        containers:
        - name: main
          image: nginx:1.27
          ports: [{containerPort: 80}]
          args: []
          env:
          - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
          - {name: EMPTY, value: ""}
          livenessProbe: {httpGet: {port: 80}, timeoutSeconds: 1}
          resources: {limits: {cpu: "0.5", memory: 1024Mi}}
          volumeMounts: [{name: config, mountPath: /etc/app}, {name: tmp, mountPath: /tmp}]
        initContainers: [{name: init, image: "busybox:1"}]
        volumes:
        - {name: config, configMap: {name: app}}
        - {name: tmp, emptyDir: {}}
      """;

  @Test
  void templateThatKruiseFilledInIsTheOneThatWasWritten() {
    assertThat(Template.isSame(Yaml.read(BY_KRUISE), Yaml.read(AS_WRITTEN))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          image: nginx:1.27                                | image: nginx:1.28
          containerPort: 80                                | containerPort: 81
          fieldPath: spec.nodeName                         | fieldPath: spec.nodeName, apiVersion: v2
          timeoutSeconds: 1                                | timeoutSeconds: 2
          memory: 1024Mi                                   | memory: 1000Mi
          hostNetwork: false                               | hostNetwork: true
          serviceAccountName: app                          | serviceAccountName: other
          serviceAccountName: app                          | terminationGracePeriodSeconds: 31
          configMap: {name: app}                           | configMap: {name: app, defaultMode: 256}
          labels: {app: web}                               | labels: {app: web, tier: ""}
          args: []                                         | args: [""]
          args: []                                         | imagePullPolicy: IfNotPresent
          image: "busybox:1"                               | image: "busybox:1", imagePullPolicy: Always
          """)
  void whatMeansSomethingElseIsDifferent(String written, String changed) {
    var other = AS_WRITTEN.replace(written, changed);

    assertThat(other).isNotEqualTo(AS_WRITTEN);
    assertThat(Template.isSame(Yaml.read(BY_KRUISE), Yaml.read(other))).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the default of a tag        | {image: "a:1", imagePullPolicy: IfNotPresent} | {image: "a:1"} | true
          not the default of a tag    | {image: "a:1", imagePullPolicy: Always}       | {image: "a:1"} | false
          the default of latest       | {image: a, imagePullPolicy: Always}           | {image: a}     | true
          a registry's port is no tag | {image: "r:5000/a", imagePullPolicy: Always}  | {image: "r:5000/a"} | true
          the default of a digest     | {image: "a@sha256:1", imagePullPolicy: IfNotPresent} | {image: "a@sha256:1"} | true
          both state one              | {image: "a:1", imagePullPolicy: Always}       | {image: "a:1", imagePullPolicy: IfNotPresent} | false
          false and absent differ     | {image: a, securityContext: {privileged: false}} | {image: a} | false
          """)
  void policiesFollowTheImage(String why, String recorded, String written, boolean isSame) {
    assertThat(Template.isSame(template(recorded), template(written))).isEqualTo(isSame);
    assertThat(Template.isSame(template(written), template(recorded))).isEqualTo(isSame);
  }

  private static Json.Obj template(String container) {
    return Yaml.read("spec: {containers: [%s]}".formatted(container));
  }

  /// A selector that is not there selects nothing, or this namespace alone; an empty one selects
  /// everything.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {topologyKey: zone, namespaceSelector: {}} | {topologyKey: zone}                        | false
          {topologyKey: zone, labelSelector: {}}     | {topologyKey: zone}                        | false
          {topologyKey: zone, labelSelector: null}   | {topologyKey: zone}                        | true
          {topologyKey: zone, labelSelector: {}}     | {topologyKey: zone, labelSelector: {matchLabels: {}}} | true
          """)
  void emptySelectorIsNotAnAbsentOne(String recorded, String written, boolean isSame) {
    assertThat(Template.isSame(apart(recorded), apart(written))).isEqualTo(isSame);
    assertThat(Template.isSame(apart(written), apart(recorded))).isEqualTo(isSame);
  }

  private static Json.Obj apart(String term) {
    return Yaml.read(
        "spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [%s]}}}"
            .formatted(term));
  }

  @Test
  void templatesWithoutASpecAreCompared() {
    assertThat(Template.isSame(Json.EMPTY, Yaml.read("spec: {containers: [null]}"))).isFalse();
    assertThat(Template.isSame(Json.EMPTY, Yaml.read("spec: {}"))).isTrue();
  }

  /// Only then the API server's own defaults are worth a question.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a default unknown to us             | tty: true, news: a    | tty: true          | true
          the same with what the user wrote   | tty: true, news: a    | tty: true, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File | true
          more on the other side              | tty: true             | tty: true, news: a | true
          another value                       | tty: true, image: "a:1" | tty: true, image: "a:2" | false
          another list                        | tty: true, args: [a]  | tty: true, args: [a, b] | false
          a longer list                       | tty: true, args: [a, b] | tty: true, args: [a] | false
          """)
  void templateThatSaysNothingElseMayBeFilledIn(
      String why, String recorded, String written, boolean mayBe) {
    var filled = "terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File, ";

    assertThat(
            Template.mayBeFilledIn(
                template("{name: a, " + filled + recorded + "}"),
                template("{name: a, " + written + "}")))
        .isEqualTo(mayBe);
  }

  @Test
  void templateThatNobodyFilledInIsNotAskedAbout() {
    assertThat(
            Template.mayBeFilledIn(
                template("{name: a, image: a, tty: true}"), template("{name: a, image: a}")))
        .isFalse();
  }

  /// Amounts are written in many ways; other text that looks like one is not an amount.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {metadata: {labels: {limits: '1'}}}           | {metadata: {labels: {limits: 1000m}}}           | false
          {metadata: {annotations: {requests: '1000'}}} | {metadata: {annotations: {requests: 1k}}}       | false
          {spec: {nodeSelector: {limits: '1'}}}         | {spec: {nodeSelector: {limits: 1000m}}}         | false
          {spec: {resources: {limits: {cpu: '1'}}}}     | {spec: {resources: {limits: {cpu: 1000m}}}}     | true
          {spec: {volumes: [{name: a, emptyDir: {sizeLimit: 1Gi}}]}} | {spec: {volumes: [{name: a, emptyDir: {sizeLimit: 1024Mi}}]}} | true
          """)
  void onlyAmountsAreComparedAsAmounts(String recorded, String written, boolean isSame) {
    assertThat(Template.isSame(Yaml.read(recorded), Yaml.read(written))).isEqualTo(isSame);
    assertThat(Template.isSame(Yaml.read(written), Yaml.read(recorded))).isEqualTo(isSame);
  }

  /// A volume of which nothing is said is an emptyDir, and no other is.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: a, emptyDir: {}}              | {name: a, downwardAPI: {}}                 | false
          {name: a, emptyDir: {}}              | {name: a, projected: {defaultMode: 420}}   | false
          {name: a}                            | {name: a, projected: {}}                   | false
          {name: a, projected: {sources: [{downwardAPI: {}}]}} | {name: a, projected: {sources: [{secret: {}}]}} | false
          {name: a, emptyDir: {}}              | {name: a}                                  | true
          {name: a, emptyDir: {}}              | {name: a, emptyDir: {}, projected: null}   | true
          {name: a, downwardAPI: {}}           | {name: a, downwardAPI: {defaultMode: 420}} | true
          """)
  void emptyVolumeSourceTellsTheKind(String recorded, String written, boolean isSame) {
    assertThat(Template.isSame(volume(recorded), volume(written))).isEqualTo(isSame);
    assertThat(Template.isSame(volume(written), volume(recorded))).isEqualTo(isSame);
  }

  private static Json.Obj volume(String volume) {
    return Yaml.read("spec: {volumes: [%s]}".formatted(volume));
  }

  /// The API server always writes both.
  @Test
  void deprecatedNameOfTheServiceAccountMeansTheSame() {
    var named = Yaml.read("spec: {serviceAccountName: app}");

    assertThat(Template.isSame(Yaml.read("spec: {serviceAccount: app}"), named)).isTrue();
    assertThat(Template.isSame(named, Yaml.read("spec: {serviceAccount: app}"))).isTrue();
    assertThat(Template.isSame(Yaml.read("spec: {serviceAccount: other}"), named)).isFalse();
  }

  /// What is no amount is what it is written as.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | false | false
          true  | [a]   | false
          []    | [a]   | false
          [a]   | [a]   | true
          small | small | true
          small | large | false
          """)
  void whatIsNoAmountIsComparedAsItIs(String recorded, String written, boolean isSame) {
    var limits = "spec: {resources: {limits: {cpu: %s}}}";

    assertThat(
            Template.isSame(
                Yaml.read(limits.formatted(recorded)), Yaml.read(limits.formatted(written))))
        .isEqualTo(isSame);
  }
}
