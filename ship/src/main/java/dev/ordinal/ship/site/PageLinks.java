package dev.ordinal.ship.site;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;

/// Rewrites the links of a page for the site: to pages by their addresses, to other files of the
/// project by copies of them, which it collects.
final class PageLinks implements AttributeProvider {
  private final Documentation documentation;
  private final MarkdownPage page;
  private final Set<Path> copies = new TreeSet<>();

  PageLinks(Documentation documentation, MarkdownPage page) {
    this.documentation = documentation;
    this.page = page;
  }

  Set<Path> copies() {
    return copies;
  }

  @Override
  public void setAttributes(Node node, String tag, Map<String, String> attributes) {
    switch (node) {
      case Link link -> attributes.put("href", rewritten(link.getDestination()));
      case Image image -> attributes.put("src", rewritten(image.getDestination()));
      case Heading heading ->
          page.sections().stream()
              .filter(section -> section.heading().equals(heading))
              .forEach(section -> attributes.put("id", section.anchor()));
      default -> {}
    }
  }

  private String rewritten(String link) {
    var address = URI.create(link);
    if (address.getScheme() != null || address.getPath().isEmpty()) {
      return link;
    }
    var target = LinkCheck.target(page, address.getPath());
    var found = documentation.pages().get(target);
    var anchor = address.getFragment() == null ? "" : "#" + address.getFragment();
    if (found != null) {
      return above() + found.address() + anchor;
    }
    if (Files.isDirectory(documentation.root().resolve(target))) {
      return above() + folder(target);
    }
    copies.add(target);
    return above() + copy(target);
  }

  /// A folder of pages is its part of the navigation; other folders are told of in ARCHITECTURE.md.
  private String folder(Path target) {
    return documentation.pages().values().stream()
        .filter(each -> each.source().startsWith(target))
        .findFirst()
        .map(MarkdownPage::address)
        .orElse("architecture.html");
  }

  /// Pictures and pages as they are, and everything else as text, which every browser shows.
  static String copy(Path file) {
    var name = file.toString().replace('\\', '/');
    return "files/" + (name.matches(".*\\.(png|svg|webp|html)") ? name : name + ".txt");
  }

  /// From this page to the root of the site.
  String above() {
    return above(page.address());
  }

  static String above(String address) {
    return "../".repeat((int) address.chars().filter(each -> each == '/').count());
  }
}
