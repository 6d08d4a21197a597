package dev.ordinal.web.guard;

import dev.ordinal.local.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Who has signed in. A session is a random word in a cookie that scripts cannot read and that
/// other sites cannot send; only its hash is kept, and the session that was idle longest makes room
/// for a new one.
///
/// @param <U> what a signed-in user works with
public final class Sessions<U> {
  private final int most;
  private final String cookie;
  private final Consumer<U> ended;
  private final SequencedMap<String, U> users = new LinkedHashMap<>(16, 0.75f, true);

  /// @param cookie its name: two dashboards on one host need two, because cookies ignore the port
  /// @param ended receives what is no longer used by any session
  public Sessions(int most, String cookie, Consumer<U> ended) {
    this.most = most;
    this.cookie = cookie;
    this.ended = ended;
  }

  /// Opens a session and returns the header that tells the browser.
  public String open(U user, boolean isEncrypted) {
    var secret = Secrets.next();
    var gone = new ArrayList<U>();
    synchronized (users) {
      while (users.size() >= most) {
        remove(users.firstEntry().getKey(), gone);
      }
      users.put(Secrets.hash(secret), user);
    }
    gone.forEach(ended);
    return "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Strict%s"
        .formatted(cookie, secret, isEncrypted ? "; Secure" : "");
  }

  public Optional<U> find(HttpRequest request) {
    synchronized (users) {
      return secret(request).map(Secrets::hash).map(users::get);
    }
  }

  /// Ends the session of the request and returns the header that removes the cookie.
  public String close(HttpRequest request) {
    var gone = new ArrayList<U>();
    synchronized (users) {
      secret(request).map(Secrets::hash).ifPresent(hash -> remove(hash, gone));
    }
    gone.forEach(ended);
    return "Set-Cookie: %s=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0".formatted(cookie);
  }

  public void closeAll() {
    var gone = new ArrayList<U>();
    synchronized (users) {
      Stream.of(users.keySet().toArray(String[]::new)).forEach(hash -> remove(hash, gone));
    }
    gone.forEach(ended);
  }

  /// What is no longer used is closed later, without the lock: other users do not wait for it.
  private void remove(String hash, List<U> gone) {
    var user = users.remove(hash);
    if (user != null && !users.containsValue(user)) {
      gone.add(user);
    }
  }

  private Optional<String> secret(HttpRequest request) {
    return Stream.of(request.header("cookie").split(";"))
        .map(String::strip)
        .filter(each -> each.startsWith(cookie + "="))
        .map(each -> each.substring(cookie.length() + 1))
        .findFirst();
  }

  /// For tests: how many sessions there are.
  Map<String, U> all() {
    synchronized (users) {
      return Map.copyOf(users);
    }
  }
}
