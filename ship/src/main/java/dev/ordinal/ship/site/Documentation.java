package dev.ordinal.ship.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    findExamples(root).ifPresent(page -> pages.put(page.source(), page));
    return new Documentation(root, pages);
  }

  /// The folder of examples has no page of its own: each example says what it is.
  private static Optional<MarkdownPage> findExamples(Path root) throws IOException {
    var folder = root.resolve("examples");
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    var text =
        new StringBuilder(
            "# Examples\n\nA manifest for each feature, ready for `kubectl apply`.\n\n");
    try (var files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .sorted()
          .forEach(name -> text.append("- [%1$s](%1$s)\n".formatted(name)));
    }
    return Optional.of(MarkdownPage.of(Path.of("examples/index.md"), text.toString()));
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
    chapters.add(
        new Chapter("Start", some("README.md", "docs/guide/first-steps.md", "examples/index.md")));
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
