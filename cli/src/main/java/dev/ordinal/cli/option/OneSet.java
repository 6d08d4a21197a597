package dev.ordinal.cli.option;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.SetKey;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The set that a command is about, and where it is.
public final class OneSet {
  public static final Duration FIRST_READ = Duration.ofSeconds(30);

  private static final int NOT_FOUND = 404;

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();

  @Parameters(paramLabel = "NAME", description = "The set.", completionCandidates = SetNames.class)
  private String name = "";

  public Connection open() {
    return cluster.open();
  }

  /// `asts/web` and `statefulset.apps.kruise.io/web` are the same as `web`.
  public SetKey key(Connection connection) {
    return key(connection.namespace(), name);
  }

  public static SetKey key(String namespace, String word) {
    return new SetKey(namespace, simple(word));
  }

  /// The name without the kind before it.
  public static String simple(String word) {
    return word.substring(word.lastIndexOf('/') + 1);
  }

  /// The set as it is now.
  public static SetOverview find(Connection connection, LiveSets sets, SetKey key) {
    return sets.find(key, Instant.now()).orElseThrow(() -> missing(connection.api(), key));
  }

  public static IllegalArgumentException missing(Api api, SetKey key) {
    requireNamespace(api, key.namespace());
    return new IllegalArgumentException(
        "There is no StatefulSet.apps.kruise.io %s in namespace %s: `ordinal get -n %2$s` lists those there are."
            .formatted(key.name(), key.namespace()));
  }

  /// Lists of a namespace that does not exist are empty. Where namespaces may not be read, this one
  /// is taken to exist.
  public static void requireNamespace(Api api, String name) {
    try {
      if (api.send(Api.Request.get("/api/v1/namespaces/" + name)).code() == NOT_FOUND) {
        throw new IllegalArgumentException(
            "There is no namespace %s: `kubectl get namespaces` lists those there are."
                .formatted(name));
      }
    } catch (Api.Unreachable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
