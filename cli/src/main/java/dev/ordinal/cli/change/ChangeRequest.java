package dev.ordinal.cli.change;

import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.view.SetOverview;
import java.util.List;

/// A change, decided and not yet made: one request, what it changes, and what follows from that.
///
/// @param words what it changes; or, of a change that changes nothing, why
record ChangeRequest(Request request, String words, List<String> effect) {
  ChangeRequest {
    effect = List.copyOf(effect);
  }

  /// Nothing has to be changed.
  static ChangeRequest none(String words) {
    return new ChangeRequest(Request.get(""), words, List.of());
  }

  boolean isEmpty() {
    return request.path().isEmpty();
  }

  /// Changes the spec of a set. It carries the version of the set that it was decided on: the API
  /// server refuses it if anything of the spec or status has changed since.
  static ChangeRequest ofSpec(SetOverview set, Json.Obj spec, String words) {
    return ofSpec(set, spec, words, List.of());
  }

  static ChangeRequest ofSpec(SetOverview set, Json.Obj spec, String words, List<String> effect) {
    var key = set.key();
    var path =
        "/apis/%s/namespaces/%s/statefulsets/%s"
            .formatted(Names.API_VERSION, key.namespace(), key.name());
    var meta =
        Json.of("resourceVersion", Json.of(Long.toString(set.version())))
            .with("uid", Json.of(set.uid()));
    var body = Json.of("metadata", meta).with("spec", spec);
    return new ChangeRequest(Request.mergePatch(path, JsonText.write(body)), words, effect);
  }

  /// A part of the rolling update's options.
  static Json.Obj rolling(String name, Json value) {
    return Json.of("updateStrategy", Json.of("rollingUpdate", Json.of(name, value)));
  }
}
