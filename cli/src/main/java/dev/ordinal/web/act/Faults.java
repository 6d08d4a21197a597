package dev.ordinal.web.act;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// The faults of a simulated cluster, which a real one does not offer.
public final class Faults {
  private static final String ROOT = "/chaos";

  private final Api api;

  public Faults(Api api) {
    this.api = api;
  }

  /// What the cluster offers: `faults`, its `nodes`, and the `speed` of its time; empty for a real
  /// cluster.
  public Json.Obj offer() {
    try {
      var reply = api.send(Api.Request.get(ROOT));
      var body = reply.isSuccess() ? JsonBytes.readObject(reply.body()) : Json.EMPTY;
      return body.items("faults").isEmpty() ? Json.EMPTY : body;
    } catch (Api.Unreachable | IOException _) {
      return Json.EMPTY;
    }
  }

  /// Causes a fault, or ends it; the reply says what happens.
  public Json.Obj cause(String fault, Json.Obj arguments) throws ChangeSender.Refused {
    if (!names().contains(fault)) {
      throw new ChangeSender.Refused(404, "This cluster does not have the fault.");
    }
    try {
      var reply = api.send(Api.Request.post(ROOT + "/" + fault, JsonText.write(arguments)));
      var body = JsonBytes.readObject(reply.body());
      if (!reply.isSuccess()) {
        throw new ChangeSender.Refused(reply.code(), PlainText.of(body.text("message")));
      }
      return Json.of("done", Json.of(PlainText.of(body.text("done"))))
          .with("undo", Json.of(PlainText.of(body.text("undo"))));
    } catch (Api.Unreachable e) {
      throw new ChangeSender.Refused(502, String.valueOf(e.getMessage()));
    } catch (IOException _) {
      throw new ChangeSender.Refused(502, "The cluster's reply is not readable.");
    }
  }

  private Set<String> names() {
    List<Json> faults = offer().items("faults");
    return Set.copyOf(
        faults.stream().map(each -> each instanceof Json.Str(var name) ? name : "").toList());
  }
}
