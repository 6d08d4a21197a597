package dev.ordinal.rig;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Stands before the simulated API server, authenticates users by their tokens, and writes an audit
/// log as the real server does. A client without a token is the administrator.
final class AuthProxy implements HttpReply.Handler {
  private static final String BEARER = "Bearer ";
  private static final byte[] UNAUTHORIZED =
      """
      {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
      "message":"Unauthorized","reason":"Unauthorized","code":401}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final HttpReply.Handler server;
  private final Path log;

  AuthProxy(HttpReply.Handler server, Path log) {
    this.server = server;
    this.log = log;
    write("");
  }

  @Override
  public HttpReply answer(HttpRequest request) {
    var at = Instant.now();
    var user = user(request.header("authorization"));
    var reply = user.isPresent() ? server.answer(request) : HttpReply.json(401, UNAUTHORIZED);
    write(JsonText.write(line(request, reply, user, at)) + "\n");
    return reply;
  }

  private static Optional<String> user(String authorization) {
    if (!authorization.startsWith(BEARER)) {
      return Optional.of(User.ADMIN.login());
    }
    return Arrays.stream(User.values())
        .filter(user -> user.token().equals(authorization.substring(BEARER.length())))
        .map(User::login)
        .findFirst();
  }

  private static Json.Obj line(
      HttpRequest request, HttpReply reply, Optional<String> user, Instant at) {
    var place = place(List.of(request.path().substring(1).split("/")));
    var isWatch = reply instanceof HttpReply.Streamed;
    var object = place.with("name", Json.of(name(place, request, reply)));
    var status =
        switch (reply) {
          case HttpReply.Whole whole -> Json.of("code", Json.of(whole.code()));
          case HttpReply.Streamed _ -> Json.of("code", Json.of(200));
        };
    return Json.of("stage", Json.of(isWatch ? "ResponseStarted" : "ResponseComplete"))
        .with("requestURI", Json.of(request.target()))
        .with("verb", Json.of(verb(request, place, isWatch)))
        .with("user", Json.of("username", Json.of(user.orElse(""))))
        .with("userAgent", Json.of(request.header("user-agent")))
        .with("objectRef", object)
        .with("responseStatus", status)
        .with("requestReceivedTimestamp", Json.of(at.toString()));
  }

  /// The object of a path; all empty where the path has none.
  private static Json.Obj place(List<String> words) {
    var head = words.getFirst().equals("api") ? 2 : words.getFirst().equals("apis") ? 3 : 99;
    if (words.size() <= head) {
      return Json.EMPTY;
    }
    var rest = words.subList(head, words.size());
    var isInNamespace = rest.getFirst().equals("namespaces") && rest.size() > 1;
    var namespace = isInNamespace ? rest.get(1) : "";
    if (isInNamespace && rest.size() > 2 && !List.of("status", "finalize").contains(rest.get(2))) {
      rest = rest.subList(2, rest.size());
    }
    return Json.of("resource", Json.of(rest.getFirst()))
        .with("namespace", Json.of(namespace))
        .with("name", Json.of(rest.size() > 1 ? rest.get(1) : ""))
        .with("subresource", Json.of(rest.size() > 2 ? rest.get(2) : ""));
  }

  private static String verb(HttpRequest request, Json.Obj place, boolean isWatch) {
    var isOne = !place.text("name").isEmpty();
    return switch (request.method()) {
      case "GET", "HEAD" -> isWatch ? "watch" : isOne || place.equals(Json.EMPTY) ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      default -> isOne ? "delete" : "deletecollection";
    };
  }

  /// A new object has its name in the body, and so has the reply, also to refusals.
  private static String name(Json.Obj place, HttpRequest request, HttpReply reply) {
    var isNew = request.method().equals("POST") && place.text("name").isEmpty();
    if (!isNew || !(reply instanceof HttpReply.Whole whole)) {
      return place.text("name");
    }
    try {
      var body = JsonBytes.readObject(whole.body());
      return (whole.code() < 300 ? body.object("metadata") : body.object("details")).text("name");
    } catch (IOException _) {
      return "";
    }
  }

  private synchronized void write(String text) {
    try {
      Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the audit log " + log, e);
    }
  }
}
