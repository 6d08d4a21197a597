package dev.ordinal.kube.admit;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.util.Optional;

/// What the API server asks: may this object be stored in the place of the old one?
///
/// @param old the object as it is stored; empty for one that is created
record AdmissionReview(String uid, String kind, Json.Obj object, Optional<Json.Obj> old) {
  private static final String VERSION = "admission.k8s.io/v1";

  /// @throws IOException when it is none
  static AdmissionReview read(byte[] body) throws IOException {
    var review = JsonBytes.readObject(body);
    var request = review.object("request");
    if (!review.text("apiVersion").equals(VERSION) || request.text("uid").isEmpty()) {
      throw new IOException("this is no AdmissionReview of " + VERSION);
    }
    var old = Optional.of(request.object("oldObject")).filter(found -> !found.equals(Json.EMPTY));
    var kind = request.object("kind").text("kind");
    return new AdmissionReview(request.text("uid"), kind, request.object("object"), old);
  }

  String namespace() {
    return object.object("metadata").text("namespace");
  }

  /// Nothing of the spec changes, or the object is on its way out: a finalizer is taken off, or a
  /// label changes. That must always work.
  boolean isHarmless() {
    return object.object("metadata").find("deletionTimestamp").isPresent()
        || old.filter(stored -> stored.object("spec").equals(object.object("spec"))).isPresent();
  }

  /// The answer; a refusal has a sentence.
  Json.Obj answer(Optional<String> refusal) {
    var allowed = Json.of("uid", Json.of(uid)).with("allowed", Json.of(refusal.isEmpty()));
    var status =
        refusal.map(
            sentence ->
                Json.of("message", Json.of(sentence))
                    .with("reason", Json.of("Invalid"))
                    .with("code", Json.of(422)));
    return Json.of("apiVersion", Json.of(VERSION))
        .with("kind", Json.of("AdmissionReview"))
        .with("response", status.map(found -> allowed.with("status", found)).orElse(allowed));
  }
}
