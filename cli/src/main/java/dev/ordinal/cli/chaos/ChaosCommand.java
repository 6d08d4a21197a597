package dev.ordinal.cli.chaos;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// `ordinal chaos`
@Command(
    name = "chaos",
    description = "Inject faults into the simulated cluster of `ordinal up`, and remove them.",
    synopsisSubcommandLabel = "FAULT",
    subcommands = {
      ApiErrorsCommand.class,
      DrainCommand.class,
      EvictPodCommand.class,
      FailImageCommand.class,
      KillPodCommand.class,
      LoseNodeCommand.class,
      MendImageCommand.class,
      ReturnNodeCommand.class,
      SlowCommand.class,
      UncordonCommand.class
    })
public final class ChaosCommand {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "The kubeconfig of the cluster. Default: KUBECONFIG or ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "The context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  /// The arguments of a fault that is about a pod.
  Json.Obj pod(@Nullable String namespace, String name) {
    try (var connection = open()) {
      var where = namespace == null ? connection.namespace() : namespace;
      return Json.of("namespace", Json.of(where)).with("name", Json.of(name));
    }
  }

  /// Sends the fault to the cluster and prints the result.
  int cause(String fault, Json.Obj arguments) {
    try (var connection = open()) {
      var api = connection.api();
      demandSimulated(api);
      var reply = api.send(Api.Request.post("/chaos/" + fault, JsonText.write(arguments)));
      var body = JsonBytes.readObject(reply.body());
      if (!reply.isSuccess()) {
        throw new IllegalArgumentException(body.text("message"));
      }
      var undo = body.text("undo");
      spec.commandLine()
          .getOut()
          .println(body.text("done") + (undo.isEmpty() ? "" : "; undo: ./ordinal chaos " + undo));
      return CommandLine.ExitCode.OK;
    } catch (Api.Unreachable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("The cluster's reply is not readable.", e);
    }
  }

  private Connection open() {
    var options =
        new Connection.Options(
            Optional.ofNullable(kubeconfig), Optional.ofNullable(context), Optional.empty());
    return Connection.open(options, "chaos");
  }

  /// Only asks a real cluster for a page that it does not have.
  private static void demandSimulated(Api api) throws Api.Unreachable, IOException {
    var reply = api.send(Api.Request.get("/chaos"));
    var isSimulated =
        reply.isSuccess() && !JsonBytes.readObject(reply.body()).items("faults").isEmpty();
    if (!isSimulated) {
      throw new IllegalArgumentException(
          "The cluster at %s is not one of `ordinal up`: faults are for simulated clusters only."
              .formatted(api.peer().server()));
    }
  }
}
