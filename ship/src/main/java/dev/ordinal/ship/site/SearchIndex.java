package dev.ordinal.ship.site;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/// What the search in the browser looks through: the words below each heading.
final class SearchIndex {
  private final List<Json> entries = new ArrayList<>();

  private SearchIndex() {}

  /// A script that sets the index, so that pages opened from a folder can be searched too.
  static String script(Collection<MarkdownPage> pages) {
    var index = new SearchIndex();
    pages.forEach(index::add);
    return "window.searchIndex = %s;\n".formatted(JsonText.write(Json.of(index.entries)));
  }

  private void add(MarkdownPage page) {
    var sections = page.sections().iterator();
    var section = sections.hasNext() ? sections.next() : null;
    var words = new StringBuilder();
    for (var node = page.document().getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading
          && section != null
          && !heading.equals(section.heading())) {
        add(page, section, words.toString());
        words.setLength(0);
        section = sections.hasNext() ? sections.next() : section;
      } else {
        append(node, words);
      }
    }
    if (section != null) {
      add(page, section, words.toString());
    }
  }

  private void add(MarkdownPage page, MarkdownPage.Section section, String words) {
    entries.add(
        Json.EMPTY
            .with("page", Json.of(page.title()))
            .with("title", Json.of(section.title()))
            .with("address", Json.of(page.address() + "#" + section.anchor()))
            .with("words", Json.of(words.replaceAll("\\s+", " ").strip())));
  }

  private static void append(Node node, StringBuilder words) {
    switch (node) {
      case Text text -> words.append(text.getLiteral());
      case Code code -> words.append(code.getLiteral());
      case FencedCodeBlock block -> words.append(block.getLiteral());
      case IndentedCodeBlock block -> words.append(block.getLiteral());
      default -> words.append(' ');
    }
    for (var child = node.getFirstChild(); child != null; child = child.getNext()) {
      append(child, words);
    }
  }
}
