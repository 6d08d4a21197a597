package dev.ordinal.web;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.model.json.Json;
import dev.ordinal.web.guard.OriginGate;
import dev.ordinal.web.guard.Sessions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers requests: first the checks, then the files of the page, which are public, and the API,
/// which is for signed-in users.
final class Router {
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
  private static final int LONGEST_TOKEN = 16_384;

  private final OriginGate gate;
  private final Sessions<Access> sessions;
  private final SignIn signIn;
  private final PageApi api;
  private final Assets assets = new Assets();

  Router(OriginGate gate, Sessions<Access> sessions, SignIn signIn, PageApi api) {
    this.gate = gate;
    this.sessions = sessions;
    this.signIn = signIn;
    this.api = api;
  }

  HttpReply answer(HttpRequest request) {
    var refusal = gate.findRefusal(request);
    if (refusal.isPresent()) {
      return Replies.error(403, refusal.get());
    }
    if (!METHODS.contains(request.method())) {
      return Replies.error(405, "There is nothing to do with this method.");
    }
    var path = request.path();
    if (path.equals("/") && !request.method().equals("POST")) {
      var linked = linked(request);
      if (linked.isPresent()) {
        return linked.get();
      }
    }
    if (path.startsWith("/api/")) {
      return answerApi(request, path);
    }
    return assets.find(path).orElseGet(() -> Replies.error(404, "There is no such page."));
  }

  /// The link of the terminal: its token goes into a cookie and out of the address bar.
  private Optional<HttpReply> linked(HttpRequest request) {
    var token = Query.of(request).text("token");
    if (token.isEmpty() || !(signIn instanceof SignIn.ByLink link)) {
      return Optional.empty();
    }
    var access = link.redeem(token);
    return Optional.of(
        access.isEmpty()
            ? Replies.redirect("/#/link-used", List.of())
            : Replies.redirect("/", List.of(sessions.open(access.get(), isEncrypted(request)))));
  }

  private HttpReply answerApi(HttpRequest request, String path) {
    if (path.equals("/api/sign-in")) {
      return signIn(request);
    }
    var access = sessions.find(request);
    if (access.isEmpty()) {
      var way =
          switch (signIn) {
            case SignIn.ByLink _ -> "link";
            case SignIn.ByToken _ -> "token";
          };
      return Replies.of(
          401,
          "application/json",
          JsonBytes.write(Json.of("error", Json.of("Sign in first.")).with("signIn", Json.of(way))),
          List.of());
    }
    if (path.equals("/api/sign-out")) {
      return request.method().equals("POST")
          ? Replies.withHeader(Json.EMPTY, sessions.close(request))
          : Replies.error(405, "Signing out is a change.");
    }
    return api.answer(request, path, access.get());
  }

  private HttpReply signIn(HttpRequest request) {
    if (!request.method().equals("POST") || !(signIn instanceof SignIn.ByToken users)) {
      return Replies.error(404, "This dashboard is opened by the link that its terminal shows.");
    }
    try {
      var token = JsonBytes.readObject(request.body()).text("token").strip();
      if (!token.matches("[\\x21-\\x7e]{1," + LONGEST_TOKEN + "}")) {
        return Replies.error(400, "This is not a token.");
      }
      return users
          .open(token)
          .map(access -> Replies.withHeader(Json.EMPTY, openFor(access, request)))
          .orElseGet(() -> Replies.error(401, "The API server does not accept this token."));
    } catch (IOException _) {
      return Replies.error(400, "The body is not JSON.");
    }
  }

  private String openFor(Access access, HttpRequest request) {
    return sessions.open(access, isEncrypted(request));
  }

  /// A proxy in front of the dashboard ends TLS, and browsers send the origin they see.
  private boolean isEncrypted(HttpRequest request) {
    return request.header("origin").startsWith("https://")
        || request.header("x-forwarded-proto").equals("https");
  }
}
