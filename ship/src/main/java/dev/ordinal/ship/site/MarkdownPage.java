package dev.ordinal.ship.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/// A Markdown file of the project, parsed.
///
/// @param source from the project's root: `docs/guide/first-steps.md`
record MarkdownPage(Path source, Node document, List<Section> sections) {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  /// A heading, with the name that links use.
  record Section(int level, String anchor, String title, Heading heading) {}

  static MarkdownPage read(Path root, Path source) throws IOException {
    return of(source, Files.readString(root.resolve(source)));
  }

  static MarkdownPage of(Path source, String text) {
    var document = PARSER.parse(text);
    return new MarkdownPage(source, document, sections(document));
  }

  String title() {
    return sections.isEmpty() ? source.getFileName().toString() : sections.getFirst().title();
  }

  Set<String> anchors() {
    return sections.stream().map(Section::anchor).collect(Collectors.toSet());
  }

  /// Where it lies in the site: the README is its first page, and `docs` its root.
  String address() {
    var path = source.toString().replace('\\', '/');
    if (path.equals("README.md")) {
      return "index.html";
    }
    return path.replaceFirst("^docs/", "").replaceFirst("\\.md$", ".html").toLowerCase(Locale.ROOT);
  }

  /// All destinations of links and images, as they are written.
  List<String> links() {
    var found = new ArrayList<String>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            found.add(link.getDestination());
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            found.add(image.getDestination());
          }
        });
    return found;
  }

  /// All code in the running text: some of it is paths.
  List<String> codeWords() {
    var found = new ArrayList<String>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Code code) {
            found.add(code.getLiteral());
          }
        });
    return found;
  }

  private static List<Section> sections(Node document) {
    var found = new ArrayList<Section>();
    var uses = new HashMap<String, Integer>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            var title = text(heading);
            found.add(new Section(heading.getLevel(), anchor(title, uses), title, heading));
          }
        });
    return List.copyOf(found);
  }

  /// As GitHub makes them, so that links work in both places.
  private static String anchor(String title, Map<String, Integer> uses) {
    var name =
        title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\-_ ]", "").replace(' ', '-');
    var count = uses.merge(name, 1, Integer::sum);
    return count == 1 ? name : name + "-" + (count - 1);
  }

  /// The words below a node, without their form.
  static String text(Node node) {
    var words = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            words.append(text.getLiteral());
          }

          @Override
          public void visit(Code code) {
            words.append(code.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak lineBreak) {
            words.append(' ');
          }
        });
    return words.toString();
  }
}
