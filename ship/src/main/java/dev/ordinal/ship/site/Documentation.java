package dev.ordinal.ship.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All Markdown pages of the project, by their files.
record Documentation(Path root, Map<Path, MarkdownPage> pages) {
  private static final List<String> TOP =
      List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md");

  /// A part of the navigation.
  record Chapter(String title, List<MarkdownPage> pages) {}

  static Documentation read(Path root) throws IOException {
    var pages = new TreeMap<Path, MarkdownPage>();
    for (var source : sources(root)) {
      pages.put(source, MarkdownPage.read(root, source));
    }
    return new Documentation(root, pages);
  }

  private static List<Path> sources(Path root) throws IOException {
    var sources = new ArrayList<>(TOP.stream().map(Path::of).toList());
    sources.removeIf(source -> !Files.exists(root.resolve(source)));
    try (var below = Files.walk(root.resolve("docs"))) {
      below
          .filter(file -> file.toString().endsWith(".md"))
          .map(root::relativize)
          .forEach(sources::add);
    }
    return sources;
  }

  /// In the order of a reader: what it is, how to use it, how to run it, how it is made.
  List<Chapter> chapters() {
    var chapters = new ArrayList<Chapter>();
    chapters.add(new Chapter("Start", some("README.md", "docs/guide/first-steps.md")));
    chapters.add(new Chapter("Guides", below("docs/guide", "docs/guide/first-steps.md")));
    chapters.add(new Chapter("Operations", below("docs/operations", "")));
    chapters.add(new Chapter("Reference", below("docs/reference", "")));
    chapters.add(new Chapter("Measured", below("docs/benchmarks", "")));
    chapters.add(
        new Chapter(
            "Project", some("CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")));
    chapters.add(new Chapter("Decisions", below("docs/decisions", "")));
    chapters.removeIf(chapter -> chapter.pages().isEmpty());
    return List.copyOf(chapters);
  }

  private List<MarkdownPage> some(String... sources) {
    return List.of(sources).stream()
        .map(Path::of)
        .filter(pages::containsKey)
        .map(pages::get)
        .toList();
  }

  private List<MarkdownPage> below(String folder, String but) {
    return pages.values().stream()
        .filter(page -> page.source().startsWith(folder) && !page.source().equals(Path.of(but)))
        .toList();
  }
}
