package dev.ordinal.web;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.web.guard.LinkToken;
import dev.ordinal.web.live.LiveCluster;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// How users sign in.
public sealed interface SignIn {
  /// By the link that the terminal shows, which works once: all users have the rights of the
  /// kubeconfig.
  ///
  /// @param show receives the token of each next link
  record ByLink(LinkToken token, Access access, Consumer<String> show) implements SignIn {
    Optional<Access> redeem(String given) {
      if (!token.redeem(given)) {
        return Optional.empty();
      }
      show.accept(token.current());
      return Optional.of(access);
    }
  }

  /// By a token of the cluster: each user has the rights that the API server gives to this token.
  ///
  /// @param connect opens a connection with a token
  record ByToken(
      Function<String, Connection> connect, Optional<String> namespace, InstantSource clock)
      implements SignIn {
    private static final String REVIEW = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static final String BODY =
        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}";

    /// Empty if the API server does not know the token.
    Optional<Access> open(String given) {
      var connection = connect.apply(given);
      var user = user(connection.api());
      if (user.isEmpty()) {
        connection.close();
        return Optional.empty();
      }
      var live = new LiveCluster(connection.api(), namespace, clock);
      Runnable close =
          () -> {
            live.close();
            connection.close();
          };
      return Optional.of(new Access(user.get(), live, connection.api(), close));
    }

    private static Optional<String> user(Api api) {
      try {
        var reply = api.send(Api.Request.post(REVIEW, BODY));
        return reply.isSuccess() ? Optional.of(name(reply)) : Optional.empty();
      } catch (Api.Unreachable | IOException _) {
        return Optional.empty();
      }
    }

    private static String name(Api.Response reply) throws IOException {
      Json.Obj status = JsonBytes.readObject(reply.body()).object("status");
      return PlainText.of(status.object("userInfo").text("username"));
    }
  }
}
