package dev.ordinal.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.http.Api;
import dev.ordinal.model.SetKey;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said when a set is not there.
class OneSetTest {

  /// Knows one namespace, or may not tell.
  private record Server(int code) implements Api {
    @Override
    public Response send(Request request) {
      assertThat(request).hasToString("GET /api/v1/namespaces/shop");
      return new Response(code, new byte[0], Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("no streams here", true);
    }

    @Override
    public Peer peer() {
      return new Peer("https://nowhere", "nothing");
    }
  }

  private static String said(int code) {
    try {
      throw OneSet.missing(new Server(code), new SetKey("shop", "web"));
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 | There is no StatefulSet.apps.kruise.io web in namespace shop: `ordinal get -n shop` lists those there are.
          403 | There is no StatefulSet.apps.kruise.io web in namespace shop: `ordinal get -n shop` lists those there are.
          404 | There is no namespace shop: `kubectl get namespaces` lists those there are.
          """)
  void missingNamespaceIsTheReason(int code, String words) {
    assertThat(said(code)).isEqualTo(words);
  }
}
