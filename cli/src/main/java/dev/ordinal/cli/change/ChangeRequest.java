package dev.ordinal.cli.change;

import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.OptionalLong;

/// A change, decided and not yet made: one merge patch or one new object, what it changes, and what
/// follows from it.
///
/// @param path of the object, or of the list that gets it; empty when nothing has to be changed
/// @param words what it changes; or, of a change that changes nothing, why
/// @param generation of the spec that it was decided on, for a change of a set
/// @param isCreation whether the body is a new object
record ChangeRequest(
    String path,
    Json.Obj body,
    String words,
    List<String> effect,
    OptionalLong generation,
    boolean isCreation) {
  ChangeRequest {
    effect = List.copyOf(effect);
  }

  ChangeRequest(
      String path, Json.Obj body, String words, List<String> effect, OptionalLong generation) {
    this(path, body, words, effect, generation, false);
  }

  static ChangeRequest creation(String list, Json.Obj body, String words, List<String> effect) {
    return new ChangeRequest(list, body, words, effect, OptionalLong.empty(), true);
  }

  /// Nothing has to be changed.
  static ChangeRequest none(String words) {
    return new ChangeRequest("", Json.EMPTY, words, List.of(), OptionalLong.empty());
  }

  boolean isEmpty() {
    return path.isEmpty();
  }

  Request request() {
    var text = JsonText.write(body);
    return isCreation ? Request.post(path, text) : Request.mergePatch(path, text);
  }

  /// The same for a newer version of the object, in which what it was decided on is unchanged.
  ChangeRequest at(String version) {
    var meta = body.object("metadata").with("resourceVersion", Json.of(version));
    return new ChangeRequest(path, body.with("metadata", meta), words, effect, generation);
  }

  /// Changes the spec of a set. It carries the version of the set that it was decided on.
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
    return new ChangeRequest(path, body, words, effect, OptionalLong.of(set.generation()));
  }

  /// A part of the rolling update's options.
  static Json.Obj rolling(String name, Json value) {
    return Json.of("updateStrategy", Json.of("rollingUpdate", Json.of(name, value)));
  }
}
