package dev.ordinal.ship.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds links to files and headings that do not exist, and paths in the text that name no file.
/// Addresses in the network are not visited.
public final class LinkCheck {
  /// Paths from the project's root; those with a placeholder or a line of output are no paths.
  private static final Pattern PATH =
      Pattern.compile("(docs|deploy|examples|tools|\\.ci|\\.githooks)(/[\\w.\\-]+)+/?");

  private final Documentation documentation;

  private LinkCheck(Documentation documentation) {
    this.documentation = documentation;
  }

  /// One line for each fault of the project below `root`.
  public static List<String> faults(Path root) throws IOException {
    var check = new LinkCheck(Documentation.read(root));
    var faults = new ArrayList<String>();
    for (var page : check.documentation.pages().values()) {
      page.links()
          .forEach(
              link ->
                  check
                      .faultOf(page, link)
                      .ifPresent(fault -> faults.add(page.source() + ": " + fault)));
      page.codeWords().stream()
          .filter(word -> PATH.matcher(word).matches())
          .filter(word -> !Files.exists(root.resolve(word)))
          .forEach(word -> faults.add("%s: there is no %s".formatted(page.source(), word)));
    }
    return faults;
  }

  private Optional<String> faultOf(MarkdownPage page, String link) {
    var address = URI.create(link);
    if (address.getScheme() != null) {
      return Optional.empty();
    }
    var target = target(page, address.getPath());
    if (!Files.exists(documentation.root().resolve(target))) {
      return Optional.of("%s leads to %s, which does not exist".formatted(link, target));
    }
    var anchor = Optional.ofNullable(address.getFragment()).orElse("");
    var found = documentation.pages().get(target);
    return anchor.isEmpty() || (found != null && found.anchors().contains(anchor))
        ? Optional.empty()
        : Optional.of("%s: %s has no such heading".formatted(link, target));
  }

  /// The file of a link, from the project's root.
  static Path target(MarkdownPage page, String path) {
    return path.isEmpty() ? page.source() : page.source().resolveSibling(path).normalize();
  }
}
