package dev.ordinal.ship.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes the documentation as a site: `SiteMain <root of the project> <folder>`
public final class SiteMain {
  private SiteMain() {}

  public static void main(String[] arguments) throws IOException {
    var count = write(Path.of(arguments[0]), Path.of(arguments[1]));
    System.out.printf("%d pages: %s%n", count, Path.of(arguments[1], "index.html"));
  }

  /// How many pages it has.
  static int write(Path root, Path out) throws IOException {
    var documentation = Documentation.read(root);
    var chapters = documentation.chapters();
    var copies = new TreeSet<Path>();
    for (var page : documentation.pages().values()) {
      var links = new PageLinks(documentation, page);
      save(out.resolve(page.address()), new PageHtml(chapters, page, links).text());
      copies.addAll(links.copies());
    }
    copy(root, out, copies);
    // In the order of the navigation: of two equal hits the one for users is first.
    var ordered = chapters.stream().flatMap(chapter -> chapter.pages().stream()).toList();
    save(out.resolve("search-index.js"), SearchIndex.script(ordered));
    for (var name : List.of("site.css", "site.js")) {
      try (var resource = SiteMain.class.getResourceAsStream("/site/" + name)) {
        if (resource == null) {
          throw new IOException("no resource " + name);
        }
        Files.write(out.resolve(name), resource.readAllBytes());
      }
    }
    return documentation.pages().size();
  }

  private static void copy(Path root, Path out, Set<Path> copies) throws IOException {
    for (var file : copies) {
      var target = out.resolve(PageLinks.copy(file));
      Files.createDirectories(target.toAbsolutePath().getParent());
      Files.copy(root.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void save(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }
}
