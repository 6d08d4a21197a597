package dev.ordinal.plan.body;

import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.nio.charset.StandardCharsets;

/// How a template becomes a revision: payload, hash and name as kube-controller-manager and Kruise
/// write them, so that a set can change hands.
public final class Revision {
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int LABEL_LIMIT = 63;

  private Revision() {}

  public static Json.Obj payload(Json.Obj template) {
    var replaced = template.with("$patch", Json.of("replace"));
    return Json.of("spec", Json.of("template", replaced));
  }

  /// The template a revision holds.
  public static Json.Obj template(RevisionView revision) {
    return revision.payload() instanceof Json.Obj payload
        ? payload.object("spec").object("template").without("$patch")
        : Json.EMPTY;
  }

  /// FNV-1, 32 bits, over the payload and the collision count, in an alphabet without vowels.
  public static String hash(Json payload, int collisions) {
    var text = JsonText.write(payload) + collisions;
    return hash(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String hash(byte[] bytes) {
    var hash = 0x811c9dc5;
    for (var b : bytes) {
      hash = (hash * 0x01000193) ^ (b & 0xff);
    }
    var safe = new StringBuilder();
    for (var digit : Integer.toUnsignedString(hash).toCharArray()) {
      safe.append(ALPHABET.charAt(digit % ALPHABET.length()));
    }
    return safe.toString();
  }

  /// The peers fail for sets with long names, because pods carry this name as a label; we cut the
  /// prefix and keep the hash (kubernetes/kubernetes#64023).
  public static String name(String set, String hash) {
    var room = LABEL_LIMIT - 1 - hash.length();
    return set.substring(0, Math.min(set.length(), room)) + "-" + hash;
  }

  /// Whether a revision holds this template, in whatever words.
  public static boolean holds(RevisionView revision, Json.Obj template) {
    return Template.isSame(template(revision), template);
  }
}
