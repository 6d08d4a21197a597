package dev.ordinal.ship.site;

import dev.ordinal.ship.site.Documentation.Chapter;
import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.renderer.html.HtmlRenderer;

/// A page of the site: the text between the navigation and its table of contents.
record PageHtml(List<Chapter> chapters, MarkdownPage page, PageLinks links) {
  @SuppressWarnings("InlineFormatString") // a page is read more easily by itself
  private static final String TEMPLATE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'">
      <title>%1$s</title>
      <link rel="stylesheet" href="%2$ssite.css">
      <script src="%2$ssearch-index.js" defer></script>
      <script src="%2$ssite.js" defer></script>
      </head>
      <body data-root="%2$s">
      <a class="skip" href="#text">Skip to the text</a>
      <header>
      <a class="brand" href="%2$sindex.html"><span class="mark" aria-hidden="true"></span>Ordinal</a>
      <div class="search" role="search">
      <input id="query" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" aria-controls="hits">
      <ol id="hits" hidden></ol>
      </div>
      </header>
      <div class="frame">
      <nav aria-label="Pages"><details id="menu"><summary>Pages</summary>%3$s</details></nav>
      <main id="text">%4$s%5$s</main>
      <aside aria-label="On this page">%6$s</aside>
      </div>
      </body>
      </html>
      """;

  String text() {
    var tables = List.of(TablesExtension.create());
    var renderer =
        HtmlRenderer.builder()
            .extensions(tables)
            .escapeHtml(true)
            .attributeProviderFactory(_ -> links)
            .build();
    var body =
        renderer
            .render(page.document())
            .replace("<table>", "<div class=\"table\"><table>")
            .replace("</table>", "</table></div>");
    var isFirst = page.address().equals("index.html");
    return TEMPLATE.formatted(
        isFirst ? "Ordinal" : escaped(page.title()) + " · Ordinal",
        links.above(),
        navigation(),
        body,
        neighbours(),
        contents());
  }

  private String navigation() {
    return chapters.stream()
        .map(
            chapter ->
                "<details%s><summary>%s</summary><ul>%s</ul></details>"
                    .formatted(
                        isOpen(chapter) ? " open" : "",
                        chapter.title(),
                        chapter.pages().stream().map(this::item).collect(Collectors.joining())))
        .collect(Collectors.joining("\n"));
  }

  /// Decisions are many, and for those who look for them.
  private boolean isOpen(Chapter chapter) {
    return !List.of("Decisions", "Measured").contains(chapter.title())
        || chapter.pages().contains(page);
  }

  private String item(MarkdownPage each) {
    return "<li><a href=\"%s%s\"%s>%s</a></li>"
        .formatted(
            links.above(),
            each.address(),
            each.equals(page) ? " aria-current=\"page\"" : "",
            escaped(shortTitle(each)));
  }

  private static String shortTitle(MarkdownPage each) {
    return each.address().equals("index.html") ? "Overview" : each.title();
  }

  private String neighbours() {
    var all = chapters.stream().flatMap(chapter -> chapter.pages().stream()).toList();
    var place = all.indexOf(page);
    var before = place > 0 ? neighbour(all.get(place - 1), "prev") : "<span></span>";
    var after = place >= 0 && place + 1 < all.size() ? neighbour(all.get(place + 1), "next") : "";
    return "<nav class=\"neighbours\" aria-label=\"Next pages\">%s%s</nav>"
        .formatted(before, after);
  }

  private String neighbour(MarkdownPage each, String relation) {
    return "<a rel=\"%s\" href=\"%s%s\">%s</a>"
        .formatted(relation, links.above(), each.address(), escaped(shortTitle(each)));
  }

  private String contents() {
    var items =
        page.sections().stream()
            .filter(section -> section.level() == 2 || section.level() == 3)
            .map(
                section ->
                    "<li class=\"level%d\"><a href=\"#%s\">%s</a></li>"
                        .formatted(section.level(), section.anchor(), escaped(section.title())))
            .collect(Collectors.joining("\n"));
    return items.isEmpty() ? "" : "<h2>On this page</h2><ul>" + items + "</ul>";
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
