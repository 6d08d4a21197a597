package dev.ordinal.honesty;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.sim.honesty.Side;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A real kube-apiserver, with the controllers of the rig around it.
final class RealSide implements Side {
  private static final int PATIENCE = 600;

  private final Api api;
  private int waited;

  RealSide(Api api) {
    this.api = api;
  }

  @Override
  public Answer call(Call call) {
    var reply = api.exchange(call.method(), call.path(), call.mediaType(), call.body());
    waited = call.method().equals("GET") ? waited : 0;
    return new Answer(reply.code(), object(reply.text()));
  }

  /// The server ends the watch after a second: everything to be seen has happened before.
  @Override
  public List<Json.Obj> watch(String path) {
    var reply = api.exchange("GET", path + "&watch=true&timeoutSeconds=1", "", "");
    return reply.text().lines().map(JsonSource::readObject).filter(RealSide::isAnswer).toList();
  }

  /// The server sends bookmarks by its clock, except the one that ends the initial events.
  private static boolean isAnswer(Json.Obj event) {
    var annotations = event.object("object").object("metadata").object("annotations");
    return !event.text("type").equals("BOOKMARK")
        || annotations.text("k8s.io/initial-events-end").equals("true");
  }

  @Override
  public boolean settle() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    return waited++ < PATIENCE;
  }

  /// Some refusals are plain text.
  private static Json.Obj object(String text) {
    return text.startsWith("{") ? JsonSource.readObject(text) : Json.EMPTY;
  }
}
