package dev.ordinal.web;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.SetOverview;
import dev.ordinal.web.act.ChangePlayer;
import dev.ordinal.web.act.ChangeSender;
import dev.ordinal.web.act.ChangeSender.Refused;
import dev.ordinal.web.act.EventList;
import dev.ordinal.web.act.Faults;
import dev.ordinal.web.act.FieldDiff;
import dev.ordinal.web.act.SetChange;
import dev.ordinal.web.page.ForecastJson;
import dev.ordinal.web.page.SetPage;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// What the page asks for, and what it may change.
final class PageApi {
  private static final int MOST_STREAMS = 64;

  private final Semaphore streams = new Semaphore(MOST_STREAMS);
  private final ChangePlayer player = new ChangePlayer();
  private final String version;
  private final boolean isReadOnly;

  PageApi(String version, boolean isReadOnly) {
    this.version = version;
    this.isReadOnly = isReadOnly;
  }

  /// Paths are `/api/<what>/…`; those about a set name it: `/api/set/<namespace>/<name>/<what>`.
  HttpReply answer(HttpRequest request, String path, Access access) {
    var parts = List.of(path.substring("/api/".length()).split("/", -1));
    try {
      if (request.method().equals("POST")) {
        return change(request, parts, access);
      }
      return switch (parts.getFirst()) {
        case "session" -> Replies.json(session(access));
        case "sets" -> stream(access, new ListContent(access.live()));
        case "set" -> ofSet(request, parts, access);
        default -> absent();
      };
    } catch (Refused e) {
      return Replies.error(e.code(), e.sentence());
    }
  }

  private Json session(Access access) {
    return Json.of("version", Json.of(version))
        .with("user", Json.of(access.name()))
        .with("server", Json.of(access.api().peer().server()))
        .with("readOnly", Json.of(isReadOnly))
        .with("simulated", new Faults(access.api()).offer());
  }

  private HttpReply stream(Access access, EventStream.Content content) {
    if (!streams.tryAcquire()) {
      return Replies.error(503, "Too many pages are open: close some.");
    }
    return new HttpReply.Streamed(
        "text/event-stream; charset=utf-8",
        new EventStream(access.live(), content, streams::release));
  }

  private HttpReply ofSet(HttpRequest request, List<String> parts, Access access) throws Refused {
    if (parts.size() < 4) {
      return absent();
    }
    var key = new SetKey(parts.get(1), parts.get(2));
    return switch (parts.get(3)) {
      case "live" -> stream(access, new SetContent(access.live(), key));
      case "events" -> Replies.json(EventList.read(access.api(), key));
      case "claims" -> page(access, key, SetPage::claims);
      case "pod" -> page(access, key, page -> page.pod(parts.getLast()).orElse(Json.EMPTY));
      case "diff" -> Replies.json(diff(Query.of(request), overview(access, key)));
      default -> absent();
    };
  }

  private static HttpReply absent() {
    return Replies.error(404, "There is no such page.");
  }

  private static HttpReply page(Access access, SetKey key, Function<SetPage, Json> part)
      throws Refused {
    return Replies.json(part.apply(new SetPage(overview(access, key))));
  }

  private static SetOverview overview(Access access, SetKey key) throws Refused {
    return access
        .live()
        .overview(key)
        .orElseThrow(() -> new Refused(404, "There is no set %s.".formatted(key)));
  }

  private static Json diff(Query query, SetOverview set) {
    return FieldDiff.of(
        Json.of("template", template(set, query.text("from"))),
        Json.of("template", template(set, query.text("to"))));
  }

  private static Json template(SetOverview set, String revision) {
    return set.revisions().stream()
        .filter(row -> row.name().equals(revision))
        .findFirst()
        .<Json>map(row -> row.template())
        .orElse(Json.EMPTY);
  }

  private HttpReply change(HttpRequest request, List<String> parts, Access access) throws Refused {
    if (isReadOnly) {
      throw new Refused(403, "This dashboard only shows: it was started without changes.");
    }
    var body = body(request);
    if (parts.getFirst().equals("fault") && parts.size() == 2) {
      return Replies.json(new Faults(access.api()).cause(parts.get(1), body));
    }
    if (!parts.getFirst().equals("set") || parts.size() != 4) {
      return Replies.error(404, "There is no such change.");
    }
    var set = overview(access, new SetKey(parts.get(1), parts.get(2)));
    var order = order(set, body, access);
    var sender = new ChangeSender(access.api());
    return switch (parts.get(3)) {
      case "preview" -> Replies.json(sender.preview(order));
      case "forecast" -> Replies.json(forecast(access, order, set));
      case "change" -> Replies.json(sender.carryOut(order));
      default -> Replies.error(404, "There is no such change.");
    };
  }

  private Json forecast(Access access, ChangeSender.Order order, SetOverview set) throws Refused {
    var pods = set.ordinals().stream().filter(row -> !row.facts().uid().isEmpty()).count();
    return ForecastJson.of(player.play(access.api(), order, set), (int) pods);
  }

  private static ChangeSender.Order order(SetOverview set, Json.Obj body, Access access)
      throws Refused {
    var time = access.live().now().truncatedTo(ChronoUnit.SECONDS).toString();
    try {
      var change = SetChange.of(body.object("change"), time);
      var generation = body.find("generation").orElse(Json.EMPTY);
      var seen =
          generation instanceof Json.Num(var literal) && literal.matches("\\d{1,18}")
              ? Long.parseLong(literal)
              : 0;
      return new ChangeSender.Order(set.key(), change, seen, set.revisions());
    } catch (IllegalArgumentException e) {
      throw new Refused(400, String.valueOf(e.getMessage()));
    }
  }

  private static Json.Obj body(HttpRequest request) throws Refused {
    try {
      return JsonBytes.readObject(request.body());
    } catch (IOException _) {
      throw new Refused(400, "The body is not JSON.");
    }
  }
}
