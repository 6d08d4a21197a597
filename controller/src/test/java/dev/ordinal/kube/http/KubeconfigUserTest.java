package dev.ordinal.kube.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.http.Api.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tokens in files of their own, which others renew.
class KubeconfigUserTest {
  @TempDir private Path folder;

  private Connection open(String server, String user) throws IOException {
    var file =
        Files.writeString(
            folder.resolve("config"),
            """
            clusters: [{name: c, cluster: {server: "%s"}}]
            contexts: [{name: here, context: {cluster: c, user: me}}]
            current-context: here
            users: [{name: me, user: {%s}}]
            """
                .formatted(server, user));
    return Connection.open(
        new Connection.Options(Optional.of(file), Optional.empty(), Optional.empty()), "1");
  }

  private static String shown(ScriptedServer server, Connection connection)
      throws InterruptedException, ExecutionException {
    var reply = new FutureTask<>(() -> connection.api().send(Request.get("/x")));
    Thread.startVirtualThread(reply);
    var call = server.next();
    call.reply(200, "{}");
    assertThat(reply.get().code()).isEqualTo(200);
    return call.header("Authorization");
  }

  /// With a password beside it, which is left to the library's parser.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tokenFile: token",
        "tokenFile: token, token: old",
        "tokenFile: token, password: x"
      })
  void tokenIsReadAnewForEachRequest(String user)
      throws IOException, InterruptedException, ExecutionException {
    Files.writeString(folder.resolve("token"), "first\n");
    try (var server = new ScriptedServer();
        var connection = open(server.url(), user)) {
      assertThat(shown(server, connection)).isEqualTo("Bearer first");
      Files.writeString(folder.resolve("token"), "second\n");
      assertThat(shown(server, connection)).isEqualTo("Bearer second");
    }
  }

  @Test
  void missingTokenFileIsNamed() {
    assertThatThrownBy(() -> open("http://a.example", "tokenFile: token"))
        .hasMessage(
            "The kubeconfig %s names a file that cannot be read, tokenFile: %s.",
            folder.resolve("config"), folder.resolve("token"));
  }
}
