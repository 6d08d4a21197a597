package dev.ordinal.web.act;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.view.RevisionRow;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Tries a change without doing it, and does it. The API server decides with the rights of the user
/// whose connection this is.
public final class ChangeSender {
  private static final String JSON_PATCH = "application/json-patch+json";

  private final Api api;

  public ChangeSender(Api api) {
    this.api = api;
  }

  /// The API server, or the change itself, says no.
  public static final class Refused extends Exception {
    private final int code;

    public Refused(int code, String sentence) {
      super(sentence);
      this.code = code;
    }

    public int code() {
      return code;
    }

    public String sentence() {
      return String.valueOf(getMessage());
    }
  }

  /// One change of one set. `generation` is that of the set that the user has seen.
  public record Order(SetKey set, SetChange change, long generation, List<RevisionRow> revisions) {}

  /// Asks the API server what the change would do.
  public Json.Obj preview(Order order) throws Refused {
    var reply = Json.of("sentence", Json.of(PlainText.of(order.change().sentence())));
    if (order.change() instanceof SetChange.DeletePod pod) {
      send(deletion(order.set(), pod, "?dryRun=All"));
      return reply.with("fields", Json.of(List.of()));
    }
    var before = current(order);
    var after = send(patch(order, before, "?dryRun=All"));
    var fields = FieldDiff.of(spec(before), spec(after));
    return reply.with("fields", fields);
  }

  /// Does it.
  public Json.Obj carryOut(Order order) throws Refused {
    if (order.change() instanceof SetChange.DeletePod pod) {
      send(deletion(order.set(), pod, ""));
    } else {
      send(patch(order, current(order), ""));
    }
    return Json.of("done", Json.of(PlainText.of(order.change().sentence())));
  }

  private static Json spec(Json.Obj set) {
    return Json.of("spec", set.object("spec"));
  }

  private Json.Obj current(Order order) throws Refused {
    var set = send(Api.Request.get(path(order.set())));
    demandSeen(order, set);
    return set;
  }

  /// The change is meant for what the user looks at.
  static void demandSeen(Order order, Json.Obj set) throws Refused {
    var generation = set.object("metadata").find("generation").orElse(Json.EMPTY);
    if (!generation.equals(Json.of(order.generation()))) {
      throw new Refused(
          409, "The set has changed in the meantime: look at it again, then repeat the change.");
    }
  }

  private static Api.Request patch(Order order, Json.Obj current, String query) throws Refused {
    try {
      var steps = Edits.of(order.change(), current, order.revisions());
      return new Api.Request("PATCH", path(order.set()) + query, JSON_PATCH, JsonText.write(steps));
    } catch (IllegalArgumentException e) {
      throw new Refused(400, String.valueOf(e.getMessage()));
    }
  }

  /// The label by which users ask for a pod to be deleted within the set's limits.
  private static Api.Request deletion(SetKey set, SetChange.DeletePod deleted, String query)
      throws Refused {
    var pod = deleted.pod();
    if (Names.ordinal(set.name(), pod) < 0) {
      throw new Refused(400, "%s is not a pod of this set.".formatted(PlainText.of(pod)));
    }
    return Api.Request.mergePatch(
        "/api/v1/namespaces/%s/pods/%s%s".formatted(word(set.namespace()), word(pod), query),
        JsonText.write(label(deleted)));
  }

  static Json.Obj label(SetChange.DeletePod deleted) {
    var labels = Json.of(Names.SPECIFIED_DELETE_LABEL, Json.of("true"));
    return Json.of("metadata", Json.of("uid", Json.of(deleted.uid())).with("labels", labels));
  }

  private static String path(SetKey set) {
    return "/apis/%s/namespaces/%s/statefulsets/%s"
        .formatted(Names.API_VERSION, word(set.namespace()), word(set.name()));
  }

  private static String word(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private Json.Obj send(Api.Request request) throws Refused {
    try {
      var reply = api.send(request);
      var body = JsonBytes.readObject(reply.body());
      if (!reply.isSuccess()) {
        throw new Refused(reply.code(), PlainText.of(body.text("message")));
      }
      return body;
    } catch (Api.Unreachable e) {
      throw new Refused(502, String.valueOf(e.getMessage()));
    } catch (IOException _) {
      throw new Refused(502, "The API server's reply is not readable.");
    }
  }
}
