package dev.ordinal.cli.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.handover.Way;
import dev.ordinal.kube.http.Api;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What a run says when the API server refuses, or another's words come by.
class HandoverTest {
  private static final String NATIVE = "GET /apis/apps/v1/namespaces/home/statefulsets/web";
  private static final String NOTE = "GET /api/v1/namespaces/home/configmaps/ordinal-adopt-web";
  private static final String SET =
      """
      {"metadata": {"name": "web", "namespace": "home", "uid": "u", "generation": 1%s},
       "spec": {"replicas": 0, "selector": {"matchLabels": {"app": "web"}}%s},
       "status": {"observedGeneration": 1, "replicas": 0}}
      """;

  private final Server server = new Server();

  /// Knows these objects by their requests, lists nothing, and refuses every write that counts.
  private static final class Server implements Api {
    private final Map<String, String> objects = new TreeMap<>();
    private final List<String> writes = new ArrayList<>();

    @Override
    public Response send(Request request) {
      var asked = request.method() + " " + request.path();
      if (!request.method().equals("GET")) {
        writes.add(asked);
        var isDry = asked.contains("dryRun");
        return answer(isDry ? 201 : 403, "{\"message\": \"no\\u001b[31m quota\"}");
      }
      var isList = asked.matches(".*/[a-z]+s(\\?.*)?");
      return objects.containsKey(asked)
          ? answer(200, objects.get(asked))
          : answer(isList ? 200 : 404, "{\"items\": []}");
    }

    private static Response answer(int code, String body) {
      return new Response(code, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("no streams here", true, new Exception());
    }

    @Override
    public Peer peer() {
      return new Peer("https://nowhere", "nothing");
    }
  }

  private String run() throws InterruptedException {
    var options = new HandoverOptions();
    new CommandLine(options).parseArgs("web", "--yes");
    var out = new StringWriter();
    var mover = new Mover(server, "home", Way.ADOPT, Duration.ofSeconds(1));
    var code =
        new Handover(options, Way.ADOPT, new PrintWriter(out), mover).run(List.of("web"), true);
    assertThat(code).isEqualTo(1);
    return out.toString();
  }

  /// The old set is gone, and the new one cannot be created yet.
  @Test
  void refusalHalfWaySaysHowToGoOn() throws InterruptedException {
    var note =
        "{\"source\": %1$s, \"target\": %1$s}".formatted(SET.formatted("", "")).replace("\n", "");
    server.objects.put(
        NOTE,
        "{\"metadata\": {\"name\": \"ordinal-adopt-web\", \"uid\": \"n\"}, \"data\":"
            + " {\"handover.json\": \"%s\"}}".formatted(note.replace("\"", "\\\"")));

    assertThat(run())
        .isEqualTo(
            """
            web: an earlier run stopped half way; this one goes on
            web: creating /apis/apps.kruise.io/v1beta1/namespaces/home/statefulsets was refused: no\\u001b[31m quota
              It is half way, and its pods run on: run the command again to go on.
            1 found, 0 adopted, 1 refused
            """);
    assertThat(server.writes).hasSize(1);
  }

  @Test
  void refusalBeforeTheFirstStepLeavesNothingToGoOnWith() throws InterruptedException {
    server.objects.put(NATIVE, SET.formatted("", ""));

    assertThat(run())
        .isEqualTo(
            """
            web: 0 pods, 0 revisions
              No pod restarts.
            web: creating /api/v1/namespaces/home/configmaps was refused: no\\u001b[31m quota
            1 found, 0 adopted, 1 refused
            """);
  }

  @Test
  void namesThatOthersChoseDoNotColourTheTerminal() throws InterruptedException {
    var owner =
        ", \"ownerReferences\": [{\"kind\": \"Data\\u001b[31m\", \"name\": \"db\\nweb: adopted\","
            + " \"controller\": true}]";
    server.objects.put(NATIVE, SET.formatted(owner, ", \"serviceName\": \"a\\nb\\u009b1m\""));

    assertThat(run())
        .contains("  cannot: Data\\u001b[31m db web: adopted controls the set")
        .contains("  note: Service a b\\u009b1m, which the set names")
        .doesNotContain("\u001b", "\u009b", "\nweb: adopted");
  }
}
