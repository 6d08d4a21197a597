package dev.ordinal.web.act;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The events of a set and of its pods and claims, the newest first.
public final class EventList {
  private static final int MOST = 100;
  private static final int PAGE = 500;

  private EventList() {}

  public static Json read(Api api, SetKey set) throws ChangeSender.Refused {
    var namespace = URLEncoder.encode(set.namespace(), StandardCharsets.UTF_8);
    var path = "/api/v1/namespaces/%s/events?limit=%d".formatted(namespace, PAGE);
    var found = new ArrayList<Json.Obj>();
    for (var item : items(api, path)) {
      if (item instanceof Json.Obj event && concerns(event.object("involvedObject"), set)) {
        found.add(brief(event));
      }
    }
    found.sort(Comparator.comparing((Json.Obj event) -> event.text("time")).reversed());
    return Json.of(found.subList(0, Math.min(MOST, found.size())));
  }

  private static List<Json> items(Api api, String path) throws ChangeSender.Refused {
    try {
      var reply = api.send(Api.Request.get(path));
      var body = JsonBytes.readObject(reply.body());
      if (!reply.isSuccess()) {
        throw new ChangeSender.Refused(reply.code(), PlainText.of(body.text("message")));
      }
      return body.items("items");
    } catch (Api.Unreachable e) {
      throw new ChangeSender.Refused(502, String.valueOf(e.getMessage()));
    } catch (IOException _) {
      throw new ChangeSender.Refused(502, "The API server's reply is not readable.");
    }
  }

  private static boolean concerns(Json.Obj target, SetKey set) {
    var name = target.text("name");
    return switch (target.text("kind")) {
      case "StatefulSet" -> name.equals(set.name());
      case "Pod" -> Names.ordinal(set.name(), name) >= 0;
      case "PersistentVolumeClaim" -> name.matches(".+-\\d+") && name.contains(set.name());
      default -> false;
    };
  }

  private static Json.Obj brief(Json.Obj event) {
    return Json.of("time", Json.of(time(event)))
        .with("type", Json.of(PlainText.of(event.text("type"))))
        .with("reason", Json.of(PlainText.of(event.text("reason"))))
        .with("message", Json.of(PlainText.of(event.text("message"))))
        .with("object", Json.of(PlainText.of(event.object("involvedObject").text("name"))))
        .with("count", event.find("count").orElse(Json.of(1)));
  }

  private static String time(Json.Obj event) {
    return Optional.of(event.text("lastTimestamp"))
        .filter(text -> !text.isEmpty())
        .or(() -> Optional.of(event.text("eventTime")).filter(text -> !text.isEmpty()))
        .orElseGet(() -> event.object("metadata").text("creationTimestamp"));
  }
}
