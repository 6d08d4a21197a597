package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One word of a picture, such as `data-web-0:2Gi/1Gi`, as a claim: its name, what it asks for and,
/// where that differs, what it has. Then, in any order:
///
/// - `terminating`, `unbound`, `lost`;
/// - `resizing`, `pending` (the file system has still to grow), `error` (the driver gave up);
/// - `class=slow`, `mode=ReadOnlyMany`. The class is `fast` and there are no modes otherwise.
///
/// Volumes of the class `fast` may grow, those of `slow` may not, and there is no other class.
final class ClaimSketch {
  static final List<ClassView> CLASSES =
      List.of(new ClassView(meta("fast", ""), true), new ClassView(meta("slow", ""), false));

  private ClaimSketch() {}

  static List<ClaimView> all(String claims) {
    return Stream.of(claims.split(" "))
        .filter(claim -> !claim.isEmpty())
        .map(claim -> one(claim.split(":")))
        .toList();
  }

  private static ClaimView one(String[] part) {
    var sizes = part[1].split("/");
    var words = List.of(part).subList(2, part.length);
    var phase = words.contains("unbound") ? "Pending" : words.contains("lost") ? "Lost" : "Bound";
    return new ClaimView(
        meta(part[0], words.contains("terminating") ? "terminating" : ""),
        phase,
        Optional.of(word(words, "class=").orElse("fast")),
        word(words, "mode=").stream().toList(),
        sizes[0],
        words.contains("unbound") ? "" : sizes[sizes.length - 1],
        conditions(words));
  }

  private static Optional<String> word(List<String> words, String prefix) {
    return words.stream()
        .filter(word -> word.startsWith(prefix))
        .map(word -> word.substring(prefix.length()))
        .findFirst();
  }

  private static List<ClaimView.Condition> conditions(List<String> words) {
    var found = new ArrayList<ClaimView.Condition>();
    for (var word : words) {
      switch (word) {
        case "resizing" -> found.add(condition("Resizing"));
        case "pending" -> found.add(condition("FileSystemResizePending"));
        case "error" -> found.add(condition("ControllerResizeError"));
        default -> {}
      }
    }
    return found;
  }

  private static ClaimView.Condition condition(String type) {
    return new ClaimView.Condition(type, Optional.of(Picture.NOW));
  }

  private static dev.ordinal.model.Meta meta(String name, String state) {
    var deleted =
        state.equals("terminating") ? Optional.of(Picture.NOW) : Optional.<Instant>empty();
    return Picture.meta(name, "uid-" + name, deleted, List.of());
  }
}
