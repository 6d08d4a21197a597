package dev.ordinal.web.guard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.local.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private final List<String> ended = new ArrayList<>();
  private final Sessions<String> sessions = new Sessions<>(2, "ordinal", ended::add);

  private static HttpRequest with(String header) {
    var headers = new TreeMap<String, String>();
    var cookie = header.replaceFirst("Set-Cookie: ", "").replaceFirst(";.*", "");
    headers.put("cookie", "other=1; " + cookie);
    return new HttpRequest("GET", "/", headers, new byte[0]);
  }

  @Test
  void cookieOpensTheSessionAndIsKeptFromScriptsAndOtherSites() {
    var header = sessions.open("ann", false);
    assertThat(sessions.find(with(header))).contains("ann");
    assertThat(header)
        .contains("; HttpOnly")
        .contains("; SameSite=Strict")
        .doesNotContain("Secure");
    assertThat(sessions.open("bob", true)).endsWith("; Secure");
  }

  @Test
  void guessedCookieOpensNothing() {
    var header = sessions.open("ann", false);
    assertThat(sessions.find(with(header.replace("ordinal=", "ordinal=x")))).isEmpty();
    assertThat(sessions.find(with("ordinal="))).isEmpty();
  }

  @Test
  void onlyHashesAreKept() {
    var header = sessions.open("ann", false);
    assertThat(sessions.all().keySet())
        .singleElement()
        .satisfies(hash -> assertThat(header).doesNotContain(hash));
  }

  @Test
  void longestIdleSessionMakesRoom() {
    var ann = sessions.open("ann", false);
    var bob = sessions.open("bob", false);
    assertThat(sessions.find(with(ann))).isPresent();
    sessions.open("cleo", false);
    assertThat(sessions.find(with(bob))).isEmpty();
    assertThat(sessions.find(with(ann))).isPresent();
    assertThat(ended).containsExactly("bob");
  }

  @Test
  void whatAnotherSessionUsesDoesNotEnd() {
    var one = sessions.open("ann", false);
    var two = sessions.open("ann", false);
    sessions.close(with(one));
    assertThat(ended).isEmpty();
    sessions.close(with(two));
    assertThat(ended).containsExactly("ann");
  }

  /// Closing what a user has used may take as long as the API server likes.
  @Test
  void othersDoNotWaitWhileASessionEnds() {
    var question = new AtomicReference<Supplier<Optional<String>>>(Optional::empty);
    var found = new AtomicReference<Optional<String>>(Optional.empty());
    var own =
        new Sessions<String>(
            2, "ordinal", _ -> found.set(elsewhere(requireNonNull(question.get()))));
    var ann = own.open("ann", false);
    var bob = with(own.open("bob", false));
    question.set(() -> own.find(bob));
    own.close(with(ann));
    assertThat(found.get()).contains("bob");
  }

  /// What another thread finds within some seconds; empty if it has to wait.
  private static Optional<String> elsewhere(Supplier<Optional<String>> question) {
    return CompletableFuture.supplyAsync(question)
        .completeOnTimeout(Optional.empty(), 5, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void linkWorksOnce() {
    var token = new LinkToken();
    var first = token.current();
    assertThat(token.redeem("guess")).isFalse();
    assertThat(token.redeem(first)).isTrue();
    assertThat(token.redeem(first)).isFalse();
    assertThat(token.redeem(token.current())).isTrue();
  }
}
