package dev.ordinal.kube.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plain kubeconfigs are read as the library reads them; all others are left to it.
class PlainKubeconfigTest {
  @TempDir private Path folder;

  private static String text(String cluster, String user, String more) {
    return """
    apiVersion: v1
    kind: Config
    preferences: {}
    current-context: here
    clusters:
    - cluster: {%s}
      name: one
    - name: other
      cluster:
        server: https://192.0.2.7:6443
    contexts:
    - context: {cluster: one, user: me}
      name: here
    - {name: "there", context: {cluster: other, namespace: 'shop', user: me}}
    users:
    - name: me
      user: {%s}
    %s
    """
        .formatted(cluster, user, more.replace(";", "\n"));
  }

  private Path file(String cluster, String user, String more) throws IOException {
    return Files.writeString(folder.resolve("config"), text(cluster, user, more));
  }

  private static Config withoutExtensions(Config config) {
    config.getClusters().forEach(each -> each.getCluster().setExtensions(List.of()));
    config.getContexts().forEach(each -> each.getContext().setExtensions(List.of()));
    return config;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          no credentials        | server: "http://127.0.0.1:8080"                                       | ``
          token                 | server: https://a.example                                             | token: eyJhbGciOi.J9-_x
          token of digits       | server: https://a.example                                             | token: "0123"
          token file            | server: https://a.example                                             | tokenFile: /run/token
          files                 | server: https://a.example, certificate-authority: ca.crt              | client-certificate: ./me.crt, client-key: ../me.key
          data                  | server: https://a.example, certificate-authority-data: LS0tLS1CRUdJTg== | client-certificate-data: LS0tLS1C+/x=, client-key-data: LS0tLS1CRUdJTg==
          insecure              | server: https://a.example, insecure-skip-tls-verify: true             | token: x
          secure, in words      | server: https://a.example, insecure-skip-tls-verify: false            | token: x
          another name          | server: https://192.0.2.1, tls-server-name: a.example                 | token: x
          proxy                 | server: https://a.example/path/, proxy-url: "socks5://192.0.2.9:1080" | token: x
          words of other tools  | server: https://a.example, extensions: [{name: m, extension: {provider: minikube}}] | token: x
          alias                 | server: &a https://a.example, tls-server-name: *a                      | token: x
          quoted words          | server: https://a.example, tls-server-name: "true"                    | token: 'null'
          """)
  void plainIsReadAsTheLibraryReadsIt(String why, String cluster, String user) throws IOException {
    var file = file(cluster, user, "");
    assertThat(PlainKubeconfig.read(file).map(PlainKubeconfigTest::withoutExtensions))
        .as(why)
        .contains(withoutExtensions(KubeConfigUtils.parseConfig(file.toFile())));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          command         | server: https://a.example | exec: {apiVersion: v1, command: login} | ``
          password        | server: https://a.example | username: me, password: x         | ``
          provider        | server: https://a.example | auth-provider: {name: gcp}        | ``
          impersonation   | server: https://a.example | as: other                         | ``
          number          | server: https://a.example | token: 123                        | ``
          nothing         | server: https://a.example | token: ~                          | ``
          empty           | server: https://a.example | 'token':                          | ``
          word            | server: https://a.example | token: Yes                        | ``
          quoted truth    | server: https://a.example, insecure-skip-tls-verify: "true" | token: x | ``
          tag             | server: https://a.example | token: !!binary eA==              | ``
          twice           | server: https://a.example | token: x, token: y                | ``
          unknown field   | server: https://a.example | token: x                          | colour: red
          two documents   | server: https://a.example | token: x                          | ---;kind: Config
          no YAML         | server: https://a.example | token: x                          | }
          """)
  void anythingElseIsLeftToTheLibrary(String why, String cluster, String user, String more)
      throws IOException {
    assertThat(PlainKubeconfig.read(file(cluster, user, more))).as(why).isEmpty();
  }
}
